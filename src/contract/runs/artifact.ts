export const artifactKinds = [
  'log',
  'screenshot',
  'trace',
  'video',
  'pcap',
  'traceroute',
  'report',
  'snapshot',
  'file',
] as const
export type ArtifactKind = (typeof artifactKinds)[number]

/** A file on this machine. */
export interface FilePath {
  readonly path: string
  /**
   * A directory that the file must be in after all symbolic links are resolved. Set it whenever something that is not
   * trusted could write there.
   */
  readonly within?: string
}

/** A file that a run left behind, as its probe found it. */
export interface ObservedArtifact {
  /** A file name, or a path with slashes below the directory of the run. Made safe before it is stored. */
  readonly name: string
  readonly kind: ArtifactKind
  readonly contentType: string
  readonly bytes: Uint8Array | FilePath
  /** Set for golden files of a run that updates them: their path among the files of the check. */
  readonly goldenPath?: string
}

/** A reference to stored content. It becomes a file of the result when the report of the run is accepted. */
export interface StoredArtifact {
  readonly id: string
  readonly name: string
  readonly kind: ArtifactKind
  readonly contentType: string
  readonly sizeBytes: number
  /** In hex. */
  readonly sha256: string
  /** As the observed artifact has it. */
  readonly goldenPath?: string
}

/** A file of a run whose files are not stored, as its report has it. */
export interface ReportedFile {
  readonly name: string
  readonly kind: ArtifactKind
  readonly contentType: string
  readonly sizeBytes: number
  /** Null for a file that is too large for a report. */
  readonly contentBase64: string | null
}

/** The outcome of storing the files of one run. `problems` are sentences for the log of the run. */
export interface ArtifactsStored {
  readonly stored: readonly StoredArtifact[]
  readonly problems: readonly string[]
}

/** The largest file that is stored. */
export const maxArtifactBytes = 150 * 1024 * 1024
/** Of one run. */
export const maxArtifactsOfRun = 200

/**
 * How a stored detail refers to a file of its result. Links expire, so the detail has these instead, and reading a
 * result replaces them by links.
 */
export const assetReference = ({ id }: Pick<StoredArtifact, 'id'>): string => `asset:${id}`

/** A code bundle as a runner receives it, or why it does not, in a sentence. */
export type BundleOpened =
  | { readonly stream: AsyncIterable<Uint8Array>; readonly sizeBytes: number; /** In hex. */ readonly sha256: string }
  | { readonly problem: string }
