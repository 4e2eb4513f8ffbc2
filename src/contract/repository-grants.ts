/**
 * Which accounts may run checks when which repositories are deployed, and set their commit statuses: by the id of an
 * account or `*`, names of repositories such as `acme/shop`, `acme/*` or `*`.
 */
export type RepositoryGrants = ReadonlyMap<string, readonly string[]>

export interface RepositoryUse {
  readonly accountId: string
  /** The oldest account of the installation. */
  readonly firstAccountId: string | null
  /** With its owner, as its provider spells it. */
  readonly repoName: string
}

/** Whether an account may use a repository. Without grants only the first account may, and every repository. */
export function mayUseRepository(grants: RepositoryGrants | null, use: RepositoryUse): boolean {
  if (grants === null) return use.accountId === use.firstAccountId
  const patterns = [...(grants.get(use.accountId) ?? []), ...(grants.get('*') ?? [])]
  return patterns.some((pattern) => matchesRepository(pattern.toLowerCase(), use.repoName.toLowerCase()))
}

function matchesRepository(pattern: string, repoName: string): boolean {
  if (pattern === '*') return true
  return pattern.endsWith('/*') ? repoName.startsWith(pattern.slice(0, -1)) : repoName === pattern
}
