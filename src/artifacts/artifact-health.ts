export const artifactProblems = ['full', 'unreachable'] as const
export type ArtifactProblem = (typeof artifactProblems)[number]

const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Whether the artifact store works, as this process last found it, and what it counted. */
export class ArtifactHealth {
  #problem: ArtifactProblem | null = null
  #stored = { files: 0, bytes: 0 }
  #refused = 0
  #failed = 0

  /** Records an answer of the store. */
  succeeded(): void {
    this.#problem = null
  }

  /** Records an error of the store. */
  failed(error: unknown): void {
    this.#problem = problemOf(error)
    this.#failed += 1
  }

  /** Records content that was stored, or was there already. */
  stored(bytes: number): void {
    this.#stored = { files: this.#stored.files + 1, bytes: this.#stored.bytes + bytes }
  }

  /** Records a file that was not stored because of its size, quota, no file. */
  refused(): void {
    this.#refused += 1
  }

  get problem(): ArtifactProblem | null {
    return this.#problem
  }

  /** Since the start of this process. */
  get counts(): { readonly files: number; readonly bytes: number; readonly refused: number; readonly failed: number } {
    return { ...this.#stored, refused: this.#refused, failed: this.#failed }
  }
}

/** The meaning of a store error for the operator. */
export function problemOf(error: unknown): ArtifactProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return fullCodes.has(code) ? 'full' : 'unreachable'
}
