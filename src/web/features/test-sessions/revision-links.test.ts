import { expect, it } from 'vitest'
import { commitUrl, pipelineOf } from './revision-links.ts'

const commitId = '77be120c9e41d5a86f3b'

it.each([
  ['https://github.com/acme/shop', 'https://github.com/acme/shop/commit/'],
  ['https://github.com/acme/shop.git', 'https://github.com/acme/shop/commit/'],
  ['git@github.com:acme/shop.git', 'https://github.com/acme/shop/commit/'],
  ['ssh://git@git.example.com/acme/shop', 'https://git.example.com/acme/shop/commit/'],
  ['https://gitlab.example.com/acme/shop/', 'https://gitlab.example.com/acme/shop/-/commit/'],
  ['https://bitbucket.org/acme/shop', 'https://bitbucket.org/acme/shop/commits/'],
])('a commit of %s is read at %s', (repoUrl, start) => {
  expect(commitUrl({ repoUrl, commitId })).toBe(`${start}${commitId}`)
})

it.each(['javascript:alert(1)//', 'acme/shop', 'https://user:secret@github.com/acme/shop', '', null])(
  'the repository %s leads nowhere',
  (repoUrl) => {
    expect([
      commitUrl({ repoUrl, commitId }),
      pipelineOf({ repoUrl, github: { reporting: true, runId: '7' } }),
      pipelineOf({ pipelineUrl: repoUrl }),
    ]).toEqual([null, null, null])
  },
)

it('what is no commit leads nowhere', () => {
  expect(commitUrl({ repoUrl: 'https://github.com/acme/shop', commitId: '../settings' })).toBe(null)
})

it('the run of GitHub Actions is that of its server, or else of the repository', () => {
  const github = { reporting: true, runId: '71', runAttempt: '2', repository: 'acme/shop' }
  expect(pipelineOf({ github: { ...github, serverUrl: 'https://git.example.com/' } })?.url).toBe(
    'https://git.example.com/acme/shop/actions/runs/71/attempts/2',
  )
  expect(pipelineOf({ github: { ...github, runAttempt: null }, repoUrl: 'https://github.com/acme/shop' })).toEqual({
    url: 'https://github.com/acme/shop/actions/runs/71',
    name: 'GitHub Actions 71',
  })
  expect(pipelineOf({ repoUrl: 'https://github.com/acme/shop' })).toBe(null)
})

it.each([
  ['https://gitlab.example.com/acme/shop/-/pipelines/812', 'GitLab CI 812'],
  ['https://gitlab.example.com/acme/shop/-/jobs/9', 'GitLab CI 9'],
  ['https://bitbucket.org/acme/shop/pipelines/results/45', 'Bitbucket Pipelines 45'],
  ['https://circleci.com/gh/acme/shop/77', 'CircleCI 77'],
  ['https://app.circleci.com/pipelines/github/acme/shop/77/workflows/0a', 'CircleCI 77'],
  ['https://ci.example.com/job/shop/job/main/31/', 'Jenkins 31'],
  ['https://dev.azure.com/acme/Shop/_build/results?buildId=5', 'Azure Pipelines 5'],
  ['https://dev.azure.com/acme/Shop/_build/results?view=results&buildId=5', 'Azure Pipelines 5'],
  ['https://buildkite.com/acme/shop/builds/12', 'Buildkite 12'],
  ['https://ci.example.com/runs/today', null],
])('a session leads to its pipeline at %s, %s', (url, name) => {
  const repoUrl = 'https://gitlab.example.com/acme/shop'
  expect(pipelineOf({ pipelineUrl: url, repoUrl, commitId })).toEqual({ url, name })
})

it('a session whose commit is on GitLab leads to the pipelines of the commit', () => {
  const url = `https://gitlab.example.com/acme/shop/-/commit/${commitId}/pipelines`
  expect(pipelineOf({ repoUrl: 'git@gitlab.example.com:acme/shop.git', commitId })).toEqual({ url, name: null })
})
