import type { TestSession } from './api.ts'

type Metadata = NonNullable<TestSession['metadata']>

const sshAddress = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/

/** The web address of a repository; null where it has none. */
function repositoryUrl(text: string): URL | null {
  const url = URL.parse(text.replace(sshAddress, 'https://$1/$2').replace(/(?:\.git)?\/*$/, ''))
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? url : null
}

/** Below a repository, as GitLab and Bitbucket have it, or else as GitHub and most others do. */
function commitPath({ hostname }: URL): string {
  if (hostname.includes('gitlab')) return '-/commit'
  return hostname.includes('bitbucket') ? 'commits' : 'commit'
}

/** Where a commit can be read; null while that is not known. */
export function commitUrl({ repoUrl, commitId }: Pick<Metadata, 'repoUrl' | 'commitId'>): string | null {
  const repository = repositoryUrl(repoUrl ?? '')
  if (repository === null || !/^[0-9a-f]{7,64}$/i.test(commitId ?? '')) return null
  return `${repository.href}/${commitPath(repository)}/${commitId}`
}

const isNumber = (text: string | null | undefined): text is string => /^\d+$/.test(text ?? '')

/** The run of the pipeline that started a session; null while that is not known. */
export function pipelineUrl({ repoUrl, github = { reporting: false } }: Metadata): string | null {
  const { runId, runAttempt } = github
  const url = repositoryUrl(repositoryOf(github)) ?? repositoryUrl(repoUrl ?? '')
  if (url === null || !isNumber(runId)) return null
  return `${url.href}/actions/runs/${runId}${isNumber(runAttempt) ? `/attempts/${runAttempt}` : ''}`
}

const repositoryOf = ({ serverUrl, repository }: NonNullable<Metadata['github']>): string =>
  serverUrl && repository ? `${serverUrl.replace(/\/+$/, '')}/${repository}` : ''
