/** Why an archive cannot be made free of secrets, so that it must not be stored. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem'
}

export const archiveLimits = {
  entries: 50_000,
  /** Of all entries together, uncompressed. */
  bytes: 1_500_000_000,
  /** Of an entry that is held in memory, or of a line of a trace. */
  heldBytes: 64_000_000,
  /** Archives in archives. */
  depth: 2,
}
