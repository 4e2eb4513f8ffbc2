/** Waiting times for something outside that fails: doubling from `firstMs`, never above `maxMs`. `failures` counts from 1. */
export const backoffMs = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.max(0, Math.min(30, failures - 1)))
