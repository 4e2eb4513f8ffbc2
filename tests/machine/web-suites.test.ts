import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandEnvironment, eventually, journeyKey } from '../support/server-process.ts'
import { offlineInstallation, suiteProject } from '../support/suite-project.ts'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const scene = useProcessWebScene(() => ({ BELFRY_RUNTIMES: 'on-demand', BELFRY_RUNTIMES_DIR: runtimesDirectory }))
const main = join(import.meta.dirname, '../../src/cli/main.ts')

function upload(): string {
  const project = suiteProject()
  try {
    return execFileSync(process.execPath, [main, 'bundles', 'upload', project], {
      env: { ...commandEnvironment(), BELFRY_URL: scene.server.url, BELFRY_API_KEY: journeyKey },
      encoding: 'utf8',
    }).trim()
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

/** The path of the result of a new suite that runs the tests with these tags. */
async function ranSuite(name: string, grep: string): Promise<string> {
  const { directory } = await testRuntimes().get('2026.04')
  const made = await scene.server.call('POST', '/v1/checks/playwright', {
    name,
    frequency: 1440,
    locations: ['eu-west-1'],
    codeBundlePath: upload(),
    installCommand: offlineInstallation(directory),
    testCommand: `npx playwright test --grep "${grep}"`,
    pwProjects: ['desktop'],
  })
  const { id } = made.body as { readonly id: string }
  let result: string | undefined
  const isThere = async (): Promise<boolean> => {
    const { body } = await scene.server.call('GET', `/v2/check-results/${id}?limit=1`)
    result = (body as { readonly entries: readonly { readonly id: string }[] }).entries[0]?.id
    return result !== undefined
  }
  await eventually('the suite to have run', isThere)
  return `/checks/${id}/results/${result}`
}

it('the result of a suite shows its tests, those that failed first, each with what it left behind', async () => {
  const page = await scene.signedIn(await ranSuite('Shop', '@wrong|@smoke'))
  const tests = page.getByRole('region', { name: 'Tests' })
  await tests.getByText('1 failed, 1 passed').waitFor()
  const [failed, passed] = [tests.getByRole('listitem').nth(0), tests.locator('details').nth(1)]
  await failed.getByText('2 Attempts').waitFor()
  const second = failed.getByRole('region', { name: 'Attempt 2' })
  await second
    .getByText(/toHaveText/)
    .first()
    .waitFor()
  await second.getByRole('link', { name: 'trace.zip', exact: true }).waitFor()
  expect(await passed.getAttribute('open')).toBeNull()
  await passed.locator('summary').click()
  await passed.getByText('passed', { exact: false }).last().waitFor()
  expect(await scene.violations(page)).toEqual([])

  const opened = page.context().waitForEvent('page')
  await second.getByRole('link', { name: /^Open trace/ }).click()
  const viewer = scene.watch(await opened)
  await viewer
    .getByRole('treeitem', { name: /Expect "toHaveText"/ })
    .first()
    .waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
