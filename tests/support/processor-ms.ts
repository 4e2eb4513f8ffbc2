/** Milliseconds of processor time that some work took, which other busy processes, unlike a clock, do not lengthen. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
