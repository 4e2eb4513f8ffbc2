import { expect, it } from 'vitest'
import { commitUrl, pipelineUrl } from './revision-links.ts'

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
      pipelineUrl({ repoUrl, github: { reporting: true, runId: '7' } }),
    ]).toEqual([null, null])
  },
)

it('what is no commit leads nowhere', () => {
  expect(commitUrl({ repoUrl: 'https://github.com/acme/shop', commitId: '../settings' })).toBe(null)
})

it('the run of a pipeline is that of its server, or else of the repository', () => {
  const github = { reporting: true, runId: '71', runAttempt: '2', repository: 'acme/shop' }
  expect(pipelineUrl({ github: { ...github, serverUrl: 'https://git.example.com/' } })).toBe(
    'https://git.example.com/acme/shop/actions/runs/71/attempts/2',
  )
  expect(pipelineUrl({ github: { ...github, runAttempt: null }, repoUrl: 'https://github.com/acme/shop' })).toBe(
    'https://github.com/acme/shop/actions/runs/71',
  )
  expect(pipelineUrl({ repoUrl: 'https://github.com/acme/shop' })).toBe(null)
})
