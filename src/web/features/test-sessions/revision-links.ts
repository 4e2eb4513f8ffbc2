import type { TestSession } from './api.ts'

type Metadata = NonNullable<TestSession['metadata']>

const sshAddress = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/

/** The web address of a repository; null where it has none. */
const repositoryUrl = (text: string): URL | null =>
  webAddress(text.replace(sshAddress, 'https://$1/$2').replace(/(?:\.git)?\/*$/, ''))

/** Null: nothing that a link may lead to. */
function webAddress(text: string): URL | null {
  const url = URL.parse(text)
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

/** A run of a pipeline. */
interface Pipeline {
  readonly url: string
  /** As people know it, for example `GitLab CI 812`; null: only its address is known. */
  readonly name: string | null
}

/** The systems of which addresses tell which run they are of. */
const systems: readonly (readonly [name: string, address: RegExp])[] = [
  ['GitHub Actions', /\/actions\/runs\/(\d+)/],
  ['GitLab CI', /\/-\/(?:pipelines|jobs)\/(\d+)/],
  ['Bitbucket Pipelines', /\/pipelines\/results\/(\d+)/],
  ['CircleCI', /^https:\/\/(?:app\.)?circleci\.com\/\S*?\/(\d+)(?:\/|$)/],
  ['Buildkite', /^https:\/\/buildkite\.com\/[^/]+\/[^/]+\/builds\/(\d+)/],
  ['Azure Pipelines', /\/_build\/results\?(?:\S*&)?buildId=(\d+)/],
  ['Jenkins', /\/job\/\S+?\/(\d+)(?:\/|$)/],
]

function nameOf(url: string): string | null {
  for (const [name, address] of systems) {
    const run = address.exec(url)?.[1]
    if (run !== undefined) return `${name} ${run}`
  }
  return null
}

/** The run of the pipeline that started a session; null while that is not known. */
export function pipelineOf(metadata: Metadata): Pipeline | null {
  const url = webAddress(metadata.pipelineUrl ?? '')?.href ?? actionsUrl(metadata) ?? pipelinesOfCommit(metadata)
  return url === null ? null : { url, name: metadata.github?.workflow ?? nameOf(url) }
}

function actionsUrl({ repoUrl, github = { reporting: false } }: Metadata): string | null {
  const { runId, runAttempt } = github
  const url = repositoryUrl(repositoryOf(github)) ?? repositoryUrl(repoUrl ?? '')
  if (url === null || !isNumber(runId)) return null
  return `${url.href}/actions/runs/${runId}${isNumber(runAttempt) ? `/attempts/${runAttempt}` : ''}`
}

/** GitLab lists them below the commit. */
function pipelinesOfCommit(metadata: Metadata): string | null {
  const commit = commitUrl(metadata)
  return commit?.includes('/-/commit/') ? `${commit}/pipelines` : null
}

const repositoryOf = ({ serverUrl, repository }: NonNullable<Metadata['github']>): string =>
  serverUrl && repository ? `${serverUrl.replace(/\/+$/, '')}/${repository}` : ''
