import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runBelfry } from '../support/run-command.ts'
import { offlineInstallation, suiteProject } from '../support/suite-project.ts'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene({
  environment: () => ({ BELFRY_RUNTIMES: 'on-demand', BELFRY_RUNTIMES_DIR: runtimesDirectory }),
})

/** The path of an uploaded project. */
async function upload(): Promise<string> {
  const directory = suiteProject()
  try {
    const environment = { BELFRY_URL: scene.server.url, BELFRY_API_KEY: scene.server.key }
    return (await runBelfry(['bundles', 'upload', '.'], { environment, directory })).stdout.trim()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

it('a suite is uploaded and run; its result shows its tests, those that failed first, each with what it left behind', async () => {
  const { directory } = await testRuntimes().get('2026.04')
  const made = await scene.server.as().create('/v1/checks/playwright', {
    name: 'Shop',
    frequency: 1440,
    locations: ['eu-west-1'],
    codeBundlePath: await upload(),
    installCommand: offlineInstallation(directory),
    testCommand: 'npx playwright test --grep "@wrong|@smoke"',
    pwProjects: ['desktop'],
  })
  await scene.server.advance(5_000)
  const page = await scene.signedIn(`/checks/${String(made['id'])}`)
  await page.locator('table a').first().click()
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
  const viewer = await opened
  await viewer
    .getByRole('treeitem', { name: /Expect "toHaveText"/ })
    .first()
    .waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
