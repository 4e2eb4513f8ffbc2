/**
 * Does it that many milliseconds later, unless the answer is called: for a target that takes its time, which is what is tested. Nobody may wait with
 * it for something that has an event or can be looked for.
 */
export function late(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms)
  return () => clearTimeout(timer)
}

/** Does it every so many milliseconds, as a client of its own would, until the answer is called. */
export function steadily(ms: number, action: () => void): () => void {
  const timer = setInterval(action, ms)
  return () => clearInterval(timer)
}
