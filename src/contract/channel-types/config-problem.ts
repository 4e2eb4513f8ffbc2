/** What is wrong with a field of a channel's config, as a sentence. */
export interface ConfigProblem {
  /** For example `config.headers[0].key`. */
  readonly path: string
  readonly problem: string
}
