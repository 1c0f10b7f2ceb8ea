import type { Advice } from "@/api/types";

/** Usable bytes of all the SSD an answer is for. */
export const usableBytes = (advice: Pick<Advice, "devices">): number =>
  advice.devices.reduce((sum, device) => sum + device.usable_bytes, 0);
