import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeRequest } from '#contract'
import type { ObservedArtifact, TaskCode, TestFileType } from '#contract'
import { probeTools } from '../../../tests/support/probe-tasks.ts'
import { startTestFileRuns } from '../../../tests/support/test-file-runs.ts'
import type { TestFileRuns } from '../../../tests/support/test-file-runs.ts'
import { observe } from '../probes.ts'

let server: Server
let url: string
let heading = 'Welcome'
let runs: TestFileRuns
beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Shop</title><h1>${path === '/sale' ? heading : 'Welcome'}</h1>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  runs = await startTestFileRuns()
})
afterAll(async () => {
  server.close()
  await runs[Symbol.asyncDispose]()
})

const bytesOf = ({ bytes }: ObservedArtifact): Uint8Array => {
  if (!(bytes instanceof Uint8Array)) throw new Error('It is a path.')
  return bytes
}

/** Golden files by key, as a store has them. */
const stored = new Map<string, Uint8Array>()

async function run(checkType: TestFileType, script: string, code: Partial<TaskCode> = {}) {
  const observation = await observe(
    {
      checkType,
      request: codeRequest,
      timeoutMs: 240_000,
      accountId: 'account',
      code: {
        runtimeId: null,
        snippets: [],
        script: `import { test, expect } from '@playwright/test'\n${script}`,
        scriptPath: 'checks/shop.spec.ts',
        environment: [{ key: 'TARGET', value: url, secret: false }],
        ...code,
      },
    },
    {
      ...probeTools,
      clock: runs.clock,
      playwright: runs.playwright,
      readGoldenFile: async (key) => stored.get(key) ?? null,
    },
  )
  const artifacts = observation.artifacts ?? []
  const golden = artifacts.filter(({ goldenPath }) => goldenPath !== undefined)
  const messages = observation.answer?.tests.flatMap(({ errors }) => errors.map(({ message }) => message)) ?? []
  const compared = artifacts.filter((file) => file.kind === 'snapshot' && file.goldenPath === undefined)
  const names = compared.map(({ name }) => name).toSorted()
  return { observation, golden, messages, names, notes: observation.log.map(({ msg }) => msg) }
}

function keep(golden: readonly ObservedArtifact[]): NonNullable<TaskCode['snapshots']> {
  return golden.map((file) => {
    const path = file.goldenPath ?? ''
    stored.set(`key of ${path}`, bytesOf(file))
    return { key: `key of ${path}`, path }
  })
}

describe('golden files', () => {
  it('are written by a run that updates them, compared with by later ones, and shown with what differs', async () => {
    const script = `for (const name of ['shop', 'sale'])
  test(name + ' looks the same', async ({ page }) => {
    await page.goto(process.env.TARGET + '/' + name)
    await expect(page).toHaveScreenshot(name + '.png')
  })`
    const updated = await run('BROWSER', script, { updateSnapshots: true })
    expect(updated.messages).toEqual([])
    expect(updated.golden.map(({ goldenPath }) => goldenPath)).toEqual([
      'checks/shop.spec.ts-snapshots/sale-linux.png',
      'checks/shop.spec.ts-snapshots/shop-linux.png',
    ])
    const snapshots = keep(updated.golden)
    heading = 'Sale'
    const changed = await run('BROWSER', script, { snapshots })
    expect(changed.messages).toEqual([expect.stringContaining('toHaveScreenshot')])
    expect(changed.names).toEqual(['sale-actual.png', 'sale-diff.png', 'sale-expected.png'])
    expect(changed.golden).toEqual([])
    const again = await run('BROWSER', script, { snapshots, updateSnapshots: true })
    expect(again.messages).toEqual([])
    expect(again.golden.map(bytesOf)).not.toEqual(updated.golden.map(bytesOf))
  })

  it('of texts work without a browser, and one that is missing says how to create it', async () => {
    // One that fails ends the process of its tests: it comes last.
    const script = `test('same', () => { expect('one').toMatchSnapshot(['menus', 'second.txt']) })
test('missing', () => { expect('one').toMatchSnapshot(['menus', 'first.txt']) })`
    const path = 'checks/shop.spec.ts-snapshots/menus/first-linux.txt'
    stored.set('text', Buffer.from('one'))
    const snapshots = [
      { key: 'deleted', path },
      { key: 'text', path: './checks/shop.spec.ts-snapshots/menus/second-linux.txt' },
    ]
    const { notes, messages } = await run('MULTI_STEP', script, { snapshots })
    expect(notes).toContain(`The golden file ${path} does not exist any more.`)
    expect(messages).toEqual([
      expect.stringContaining(`A snapshot doesn't exist at ${path}. The check has no such golden file: create it`),
    ])
  })

  it('are not updated by a run that fails, by links to other files, and with paths that lead elsewhere', async () => {
    const compare = `expect('new').toMatchSnapshot('text.txt')`
    const failing = await run('MULTI_STEP', `test('a', () => { ${compare} }); test('b', () => { expect(1).toBe(2) })`, {
      updateSnapshots: true,
      snapshots: [{ key: 'text', path: '../../escape.txt' }],
    })
    expect(failing.golden).toEqual([])
    expect(failing.notes).toContain('The golden files of the check were not updated: the run failed.')
    const linking = await run(
      'MULTI_STEP',
      `import fs from 'node:fs'
test('a', () => {
  fs.mkdirSync(__filename + '-snapshots', { recursive: true })
  fs.symlinkSync('/etc/passwd', process.cwd() + '/sources/checks/shop.spec.ts-snapshots/secrets')
})`,
      { updateSnapshots: true },
    )
    expect([linking.messages, linking.golden]).toEqual([[], []])
    expect(failing.notes).toContain('The golden file ../../escape.txt does not exist any more.')
  })
})
