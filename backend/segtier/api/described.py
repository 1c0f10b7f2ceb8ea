"""What the OpenAPI document says to people: of each tag, operation and parameter. Who may ask is told from `access.py`."""

from __future__ import annotations

from typing import Any

from segtier.api.access import ACCESS, Access
from segtier.model.plan import Destination
from segtier.scenarios import MOST_SIDE_BY_SIDE

_PLACE = Destination()
SERVERS = [{"url": "/", "description": "The Segtier that serves this document"}]
LICENSE = {"name": "Apache 2.0", "identifier": "Apache-2.0"}
ABOUT = (
    "Upload reports, ask what SSD would change, fetch the scripts. docs/integrate/api.md goes through it step by step and says "
    "what applies to every operation: errors, idempotency keys, lists, ETags. Examples show the form of a value, not a real one."
)
TAGS = {
    "health": "Is this Segtier alive, and ready to work?",
    "accounts": "Sign in, users, tokens and the audit log.",
    "uploads": "Send files and follow them until they are read.",
    "databases": "The databases that your reports are about.",
    "fleet": "All databases side by side.",
    "reports": "What was read from a file, and where each figure is printed.",
    "advice": "The answer for one database: verdict, options, segments, scripts.",
    "scenarios": "Questions kept under a name.",
    "catalogue": "Devices, volumes, machines, options and the collector.",
    "scoreboard": "Forecasts compared with what was measured later.",
    "plans": "Review a plan before anybody runs it.",
    "events": "What happened, as a list and as a stream.",
    "webhooks": "Send events to your own programs.",
}
OPERATIONS = {
    "healthz": "Use it as a liveness probe. It does not touch the database.",
    "readyz": "Use it as a readiness probe. It fails with 503 until the database is migrated and a worker is alive.",
    "signIn": "For browsers. Programs send a token instead and need no session.",
    "signOut": "Ends the session of this browser only.",
    "getMe": "Returns your name, role, scopes and the databases you may see.",
    "changePassword": "Send your present password too. You have to sign in again everywhere.",
    "listTokens": "Returns names, scopes and dates, never the text of a token.",
    "makeToken": "Copy the text from this answer: Segtier stores only its digest.",
    "revokeToken": "Requests with this token fail from now on.",
    "listUsers": "Returns all users with their roles.",
    "addUser": "After the first admin exists, the installation secret no longer works.",
    "getUser": "Returns one user with an ETag for later changes.",
    "changeUser": "You cannot change the last admin's role.",
    "removeUser": "The last admin cannot be removed.",
    "resetPassword": "Give them the new password yourself; they can change it after they sign in.",
    "listAudit": "Filter by person, action and time, and follow `next_cursor`.",
    "verifyAudit": "Checks the hash chain of the audit log and compares stored things with it.",
    "createUpload": "Responds once the file is stored, before it is read: poll the upload, or wait for the event.",
    "listUploads": "Returns state, progress and errors of each upload.",
    "getUpload": "Poll it until `state` is `succeeded` or `failed`. `database_id` is set once the file is read.",
    "deleteUpload": "Removes its reports too. Segtier recalculates answers that used them.",
    "listUploadContents": "Shows whether each section or file was found and, if not, why.",
    "retryUpload": "Only a failed upload can be read again; the stored bytes are used.",
    "loadSample": "Adds a database of synthetic reports to try things on.",
    "getJob": "Shows the state of one job and how often it was tried.",
    "listBatches": "Counts the files of each batch by state.",
    "listDatabases": "Returns the databases you may see, with the number of reports and exports of each.",
    "getDatabase": "Returns one database with an ETag.",
    "deleteDatabase": "Cannot be undone: its reports, scenarios and files are deleted.",
    "listReports": "Returns which reports count as before and which as after a change.",
    "setSizes": "For segments that no export gives a size for. Paste lines as SQL*Plus prints them.",
    "getFleet": "Divides an SSD budget among the databases that have an answer ready.",
    "getReport": "Returns period, database and hours of one report.",
    "changeReport": "Use it when a report counts on the wrong side of a change, or for the wrong database.",
    "getDocument": "Returns everything Segtier read, each figure with its row.",
    "locateInReport": "Give section and row of an `evidence`; the answer shows the cells as printed.",
    "locateInFile": "The same by the file's digest, as in `evidence`.",
    "showReport": "For people: the row is highlighted, scripts and links are taken out.",
    "showFile": "The same by the file's digest.",
    "getAdvice": "Returns verdict, DB time, top events, findings and every option in short. State the SSD in the query.",
    "getAdviceOptions": "Returns the inputs of each forecast with their sources, and the wait events it predicts.",
    "getAdviceFrontier": "Each point is the best placement for that many bytes, with its range.",
    "getAdviceSources": "Use it to see which files and hours count, and which Segtier skipped.",
    "getSegments": "Sort, filter and page through the segments of an option. `included` says which ones move.",
    "getSegmentFacets": "Use it to offer filters.",
    "getSegmentMap": "Use it to draw a map: areas are sizes.",
    "getSegmentHours": "Use it to draw a heat map: what each segment reads an hour, at least and at most.",
    "getComparison": "Needs reports from before and from after a change, or a time to split them at.",
    "getVolumes": "Give a budget or a goal; each answer is a volume with size, price and gain.",
    "getDrift": "Needs reports from after a move. Names segments that no longer earn their place, and those that now would.",
    "getPlan": "Refused unless the option is advised or `override` is true.",
    "getBundle": "Contains the scripts, rollback, checks and one page to read. Segtier never runs them.",
    "listScenarios": "Returns each scenario with its question.",
    "createScenario": "The question is checked now and answered when you ask for its advice.",
    "compareScenarios": f"Name up to {MOST_SIDE_BY_SIDE} scenarios; each row has verdict, gain and price.",
    "getScenario": "Returns one scenario with an ETag.",
    "changeScenario": "Once answered, its question is fixed: fork it to change it.",
    "deleteScenario": "The database and its other scenarios stay.",
    "forkScenario": "Fields that you leave out keep the values of the first one.",
    "getScenarioAdvice": "The answer uses the reports that count now.",
    "getScenarioAdvicePiece": "Pieces are those of the advice itself: options, frontier, sources.",
    "listDevices": "Use an `id` as `device` in a question.",
    "listVolumes": "Prices have a date: check them before you buy.",
    "listMachines": "Use a type as `machine_type` in a question.",
    "listOptions": "Use a name as `option` in other requests.",
    "listPublished": "These measurements test the forecast; `segtier backtest` prints them.",
    "listCollectionQueries": "Run them in SQL*Plus yourself and upload what they print.",
    "getCollector": "Lists every query with the views it reads.",
    "downloadCollector": "Run it on a machine that reaches the database; it only reads.",
    "readMeasurements": "Send the output of fio, rows of DBA_RSRC_IO_CALIBRATE, or a report of SLOB.",
    "sealForecast": "A sealed forecast cannot be changed. It is scored once reports from after the change arrive.",
    "getScoreboard": "Shows the error of each forecast and whether the measured value was in its range.",
    "exportScores": "Names are replaced, so several teams can pool their scores with `segtier scoreboard`.",
    "draftPlan": "Stores the plan as its first revision. It asks nobody for review yet.",
    "listPlans": "`waiting=true` returns those waiting for approval or to be run.",
    "getPlanUnderReview": "`actions` lists what you can do now.",
    "revisePlan": "Comments follow their lines into the new revision.",
    "getPlanRevision": "Always returns the same document, whatever you upload later.",
    "getRevisionBundle": "Run these scripts, not new ones: these are the approved ones.",
    "getRevisionFile": "Name the file by its path in the bundle.",
    "getPlanDifference": "Compare what was approved with what is proposed.",
    "submitPlan": "From now on reviewers can approve or reject it.",
    "withdrawPlan": "The plan stays readable. Draft another one to go on.",
    "reviewPlan": "Send the digest you reviewed: Segtier refuses approval of anything else. You cannot review your own plan.",
    "markPlanApplied": "Do this after you run the scripts, so that Segtier compares later reports with the forecast.",
    "listComments": "Returns open and resolved comments.",
    "addComment": "Name the operation, file or line it is about, or none.",
    "changeComment": "A resolved comment no longer stops a plan.",
    "listEvents": "Follow `next_cursor`, or continue after the last event you have seen.",
    "streamEvents": "Reconnect with `Last-Event-ID` and nothing is lost.",
    "listWebhooks": "Returns addresses and states, never a secret.",
    "addWebhook": "Copy the secret from this answer: it signs every delivery.",
    "getWebhook": "Shows whether it is on, and why it was switched off.",
    "changeWebhook": "Switch it on again after you fix the receiver.",
    "removeWebhook": "Deliveries under way are dropped.",
    "rotateWebhookSecret": "Accept both signatures in your receiver during that time.",
    "testWebhook": "Use it to try a receiver before events come.",
    "listDeliveries": "Shows every attempt and the status it got.",
    "getDelivery": "Shows the payload and every attempt to deliver it.",
    "replayDelivery": "The id stays the same, so your receiver can skip duplicates.",
}
_EVENT = "Segtier sends this to each webhook that subscribes to the event."
_NEEDS = {
    "nothing": "Needs no sign-in.",
    "any": "Needs a token or a session.",
    "person": "API tokens cannot do this: sign in.",
}
PARAMETERS = {
    "database_id": "A database, by the `id` in `GET /databases`.",
    "upload_id": "An upload, by the `id` that its POST returned.",
    "report_id": "A report, by its `id` in the database's list.",
    "plan_id": "A plan under review.",
    "scenario_id": "A scenario of the database.",
    "comment_id": "A comment on the plan.",
    "webhook_id": "A webhook.",
    "delivery_id": "A delivery of the webhook.",
    "token_id": "One of your tokens.",
    "user_id": "A user.",
    "job_id": "A job, as an upload names it.",
    "number": "The revision, counted from 1.",
    "piece": "Which part of the advice.",
    "file": "A file, by its name or its path in the bundle.",
    "option": "An option, by its name in `GET /options`.",
    "sort": "The column to sort by.",
    "direction": "Ascending or descending.",
    "offset": "Rows to skip.",
    "limit": "Rows on a page.",
    "source": "SHA-256 of the file, as in `evidence`.",
    "section": "The section's name, as in `evidence`.",
    "occurrence": "Which of several sections of this name, counted from 0.",
    "row": "The row of the section, counted from 0.",
    "from": "The earlier revision.",
    "to": "The later revision.",
    "format": "How the answer is written.",
    "data_tablespace": f"Tablespace for tables; else {_PLACE.data_tablespace}.",
    "index_tablespace": f"Tablespace for indexes; else {_PLACE.index_tablespace}.",
    "temp_tablespace": "Name of the new temporary tablespace.",
    "data_diskgroup": "ASM disk group or folder for data files.",
    "redo_diskgroup": "ASM disk group or folder for redo logs.",
    "temp_diskgroup": "ASM disk group or folder for temp files.",
    "flash_diskgroup": "ASM disk group or folder for Database Smart Flash Cache.",
    "rds_instance": "Identifier of the Amazon RDS instance.",
    "rds_parameter_group": "Its parameter group.",
    "rds_volume": "Name of the additional volume.",
    "rds_volume_type": "Type of the additional volume.",
    "rds_volume_gib": "Size of the additional volume, GiB.",
    "rds_iops": "Provisioned I/O operations per second.",
    "rds_cache_tenths": "Tenths of the local disk for Smart Flash Cache.",
    "rds_temp_tenths": "Tenths of the local disk for temp.",
}


def describe_for_people(document: dict[str, Any]) -> None:
    document["info"] |= {"description": ABOUT, "license": LICENSE}
    document["servers"] = SERVERS
    document["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    for path in document["paths"].values():
        for operation in path.values():
            name = operation["operationId"]
            said = (operation.get("description"), OPERATIONS[name], _needs(ACCESS[name]))
            operation["description"] = "\n\n".join(text for text in said if text)
            for parameter in operation.get("parameters", ()):
                if "description" not in parameter:
                    parameter["description"] = PARAMETERS[parameter["name"]]
    for path in document["webhooks"].values():
        path["post"]["description"] = f"{_EVENT} {path['post']['description']}"


def _needs(access: Access) -> str:
    said = _NEEDS.get(access.needs) or f"Needs the scope `{access.needs}`."
    return f"{said} A token limited to some databases cannot use this." if access.all_databases else said
