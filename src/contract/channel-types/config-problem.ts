/** A validation error of a field of a channel's config. */
export interface ConfigProblem {
  /** For example `config.headers[0].key`. */
  readonly path: string
  readonly problem: string
}
