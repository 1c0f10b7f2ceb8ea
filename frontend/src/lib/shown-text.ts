/** What cannot be seen, or turns the text behind it round; in JSON they stand as they are, other control characters do not. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The same JSON with each of them written out in its texts, as `\u202e`: no name says another than it is. */
export function shownJson(json: string): string {
  return json.replace(UNSEEN, (one) => `\\\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
