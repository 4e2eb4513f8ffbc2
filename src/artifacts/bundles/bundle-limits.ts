/** The limits of an unpacked archive. Both are far above real projects without `node_modules`, and far below a disk. */
export interface BundleLimits {
  readonly unpackedBytes: number
  readonly entries: number
}

export const bundleLimits: BundleLimits = { unpackedBytes: 1024 ** 3, entries: 50_000 }

/** In characters. Longer paths cannot be created in the directory of a run. */
export const maxPathLength = 1024
/** Of directories in directories. */
export const maxDepth = 100
