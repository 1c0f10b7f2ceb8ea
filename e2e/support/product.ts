import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { BACKEND, PYTHON } from "./paths";

/** Which database and broker each Playwright project runs on, in the words of backend/tests/stack.py. */
const SETUPS: Record<string, string> = { embedded: "sqlite", stack: "postgresql" };
const READY_MS = 600_000;
const STOP_MS = 300_000;
const ADDRESS = /^(http:\/\/\S+)\/\?secret=(\S+)$/m;

interface Address {
  url: string;
  /** What every request has to show. */
  secret: string;
}

export interface Product extends Address {
  stop: () => Promise<void>;
}

/**
 * The product with empty, temporary state, on a free port unless one is given, and with these settings of its own; `url`
 * answers and its worker is alive.
 */
export async function startProduct(
  project: string,
  { port = 0, settings = {} }: { port?: number; settings?: Record<string, string> } = {},
): Promise<Product> {
  const setup = SETUPS[project];
  if (!setup) throw new Error(`No set-up for project ${project}; known: ${Object.keys(SETUPS)}`);
  const child = spawn(PYTHON, ["-m", "tests.stack", setup, "--port", String(port)], {
    cwd: BACKEND,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopWithUs = () => child.kill("SIGTERM");
  process.once("exit", stopWithUs);
  const stop = async () => {
    await stopped(child);
    process.off("exit", stopWithUs);
  };
  try {
    return { ...(await address(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function address(child: ChildProcess): Promise<Address> {
  return new Promise((resolve, reject) => {
    let output = "";
    const refuse = (why: string) => reject(new Error(`${why}\n${output}`));
    const timer = setTimeout(() => refuse(`The product was not ready in time.`), READY_MS);
    child.stdout?.setEncoding("utf-8").on("data", (text: string) => {
      output += text;
      const [, url, secret] = ADDRESS.exec(output) ?? [];
      if (!url || !secret) return;
      clearTimeout(timer);
      resolve({ url, secret });
    });
    child.once("error", reject);
    child.once("exit", (code) => refuse(`The product ended with ${code}.`));
  });
}

/** SIGTERM stops server, worker, database and broker; SIGKILL only where that hangs. */
async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}
