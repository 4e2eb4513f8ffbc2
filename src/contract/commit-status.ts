/** The status of a commit at the provider of its repository. */
export interface CommitStatus {
  /** With its owner, for example `acme/shop`. */
  readonly repoName: string
  readonly commitId: string
  readonly state: 'pending' | 'success' | 'failure' | 'error'
  /** Distinguishes this status from others of the commit. */
  readonly context: string
  /** At most 140 characters. */
  readonly description: string
  /** The link to the details. */
  readonly targetUrl: string
}
