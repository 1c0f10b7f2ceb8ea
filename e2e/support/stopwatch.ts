import { test } from "@playwright/test";

/** Seconds since it was started: a journey says what it took. */
export class Stopwatch {
  private readonly begin_ms = performance.now();

  finish(journey: string): void {
    const took_s = (performance.now() - this.begin_ms) / 1000;
    const { project, annotations } = test.info();
    const text = `${journey} on ${project.name}: ${took_s.toFixed(1)} s`;
    annotations.push({ type: "journey", description: text });
    console.log(text);
  }
}
