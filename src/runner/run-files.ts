import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { BundleOpened } from '#contract'
import type { RunFiles } from '#probes'

export type OpenBundle = (id: string) => Promise<BundleOpened>

/** The inputs of one run, and its files until they are stored. */
export class OwnRunFiles implements RunFiles {
  readonly #open: OpenBundle
  #made: Promise<string> | null = null

  constructor(open: OpenBundle) {
    this.#open = open
  }

  openBundle(id: string): Promise<BundleOpened> {
    return this.#open(id)
  }

  directory(): Promise<string> {
    this.#made ??= mkdtemp(`${tmpdir()}/belfry-run-`)
    return this.#made
  }

  /** Removes the files. Never rejects. */
  async remove(): Promise<void> {
    if (this.#made === null) return
    await this.#made.then((directory) => rm(directory, { recursive: true, force: true })).catch(() => {})
  }
}
