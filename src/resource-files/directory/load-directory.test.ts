import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mistakeText } from '../mistake.ts'
import { loadDirectory } from './load-directory.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belfry-apply-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
}

async function load(runsModules = true) {
  const loaded = await loadDirectory(join(root, 'code'), { environment: { HOST: 'a.example' }, runsModules })
  const { skipped } = loaded
  if ('mistakes' in loaded) return { skipped, mistakes: loaded.mistakes.map(mistakeText) }
  const { project, resources, sharedFiles } = loaded.deployment
  return { skipped, project, resources: resources.map(({ logicalId }) => logicalId), sharedFiles, loaded }
}

const check = `{ checkType: URL, name: A, request: { url: 'https://\${env:HOST}', method: GET } }`
const project = 'project: { logicalId: shop, name: Shop }\n'

it('reads YAML, JSON and TypeScript in all folders, and leaves what is of others', async () => {
  write({
    'code/main.yaml': project,
    'code/deep/er/a.yml': `checks: { a: ${check} }`,
    'code/b.json': '{"groups": {"b": {"name": "B"}}}',
    'code/c.ts': `import { base } from './lib.ts'
      interface Named { name: string }
      export default { groups: { c: { name: base } satisfies Named } }`,
    'code/lib.ts': `export const base: string = 'C'`,
    'code/home.spec.ts': `import { test } from '@playwright/test'; export default test`,
    'code/package.json': '{"name": "x", "project": 1}',
    'code/data.json': '[1]',
    'code/compose.yaml': 'services: { belfry: {} }',
    'code/node_modules/x/a.yaml': 'checks: 1',
    'code/.github/a.yaml': 'checks: 1',
    'code/notes.txt': 'checks: 1',
  })
  expect(await load()).toMatchObject({
    skipped: ['compose.yaml', 'data.json'],
    project: { logicalId: 'shop' },
    resources: ['c', 'b', 'a'].toSorted((a, b) => ['b', 'c', 'a'].indexOf(a) - ['b', 'c', 'a'].indexOf(b)),
  })
})

it('takes a script with what it imports along, once for all checks, by paths from the directory', async () => {
  write({
    'code/main.yaml': `${project}checks:
  a: { checkType: BROWSER, name: A, script: { file: tests/a.spec.ts } }
  b: { checkType: BROWSER, name: B, script: { file: ./tests/b.spec.ts } }
`,
    'code/tests/a.spec.ts': `import './lib'`,
    'code/tests/b.spec.ts': `import './lib'; import { x } from '../pages'`,
    'code/tests/lib.ts': 'export {}',
    'code/pages/index.ts': 'export const x = 1',
  })
  const found = await load()
  expect(found).toMatchObject({
    sharedFiles: [{ path: 'tests/lib.ts' }, { path: 'pages/index.ts', content: 'export const x = 1' }],
  })
  expect(found.loaded && 'deployment' in found.loaded && found.loaded.deployment.resources).toMatchObject([
    { payload: { script: `import './lib'`, scriptPath: 'tests/a.spec.ts', dependencies: [0] } },
    { payload: { scriptPath: 'tests/b.spec.ts', dependencies: expect.arrayContaining([0, 1]) } },
  ])
})

it('reads nothing outside of the directory, through links either, and says what a script lacks', async () => {
  write({
    'secret.ts': 'secret',
    'code/tests/up.ts': `import '../../secret'`,
    'code/tests/none.ts': `import './none-such'`,
    'code/tests/empty.ts': '',
    'code/main.yaml': `${project}checks:
  a: { checkType: BROWSER, name: A, script: { file: ../secret.ts } }
  b: { checkType: BROWSER, name: A, script: { file: tests/up.ts } }
  c: { checkType: BROWSER, name: A, script: { file: tests/link.ts } }
  d: { checkType: BROWSER, name: A, script: { file: tests/none.ts } }
  e: { checkType: BROWSER, name: A, script: { file: tests/empty.ts } }
  f: { checkType: BROWSER, name: A, script: { file: tests/gone.ts } }
  g: { checkType: BROWSER, name: A, script: { file: tests/over.ts } }
`,
    'code/tests/over.ts': `import './link'`,
  })
  symlinkSync('../../secret.ts', join(root, 'code/tests/link.ts'))
  const at = (line: number, name: string, text: string) =>
    `main.yaml:${line}:53  checks.${name}.script.file names ${text}`
  expect(await load()).toMatchObject({
    mistakes: [
      at(3, 'a', '../secret.ts, which is not below the directory of the files.'),
      at(4, 'b', 'tests/up.ts, which imports files that are not below the directory of the files.'),
      at(5, 'c', 'tests/link.ts, which is not below the directory of the files.'),
      at(6, 'd', 'tests/none.ts, which imports what does not exist: ./none-such in none.ts.'),
      at(7, 'e', 'tests/empty.ts, which is empty.'),
      at(8, 'f', 'tests/gone.ts, which cannot be read.'),
      at(9, 'g', 'tests/over.ts, which imports files that are not below the directory of the files.'),
    ],
  })
})

it('finds the places of mistakes in TypeScript, and reports what does not run', async () => {
  write({
    'code/a.ts': `const groups = {
  a: { name: 'A', tgas: [] },
}
export default {
  project: { logicalId: 'shop', name: 'Shop' },
  groups: { ...{ hidden: { name: 3 } }, ...groups },
  checks,
} as const
const checks = 1`,
    'code/b.ts': `const checks = { b: { checkType: 'URL', name: 'B', request: { url: 'https://b.example', methd: 'GET' } } }
export default { checks } satisfies object`,
    'code/c.ts': 'export default {',
    'code/d.yaml': 'groups:\n  a: { name: A }\n b: 1\n',
  })
  const found = await load()
  expect(found.mistakes).toEqual([
    expect.stringMatching(/^a\.ts {2}cannot be run: /),
    'b.ts:1:89  checks.b.request.methd is unknown: did you mean method?',
    expect.stringMatching(/^c\.ts {2}cannot be run: /),
    expect.stringMatching(/^d\.yaml:3:1 /),
  ])
})

it('runs no TypeScript where it may not, and names a directory that is none', async () => {
  write({ 'code/main.yaml': project, 'code/a.ts': 'export default {}' })
  expect(await load(false)).toMatchObject({ mistakes: [expect.stringContaining('TypeScript is not run here.')] })
  rmSync(join(root, 'code'), { recursive: true })
  expect(await load()).toMatchObject({ mistakes: [expect.stringContaining('is not a directory.')] })
})
