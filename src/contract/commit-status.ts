/** How a commit fares, as the provider of its repository shows it. */
export interface CommitStatus {
  /** With its owner. */
  readonly repoName: string
  readonly commitId: string
  readonly state: 'pending' | 'success' | 'failure' | 'error'
  /** Tells this status from others of the commit. */
  readonly context: string
  /** At most 140 characters. */
  readonly description: string
  /** Where a person finds more. */
  readonly targetUrl: string
}
