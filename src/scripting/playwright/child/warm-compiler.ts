import path from 'node:path'

/** Starts the thread that loads ES modules, which takes most of the time of a short run. The runner uses the one that is there. */
export function registerLoader(packages: NodeJS.Require): void {
  const { registerESMLoader } = packages(inPlaywright(packages, 'common/esmLoaderHost')) as LoaderHost
  registerESMLoader()
}

/** Prepares what compiles test files. Compiling a file is many times slower until its code has run a few times. */
export function warmCompiler(packages: NodeJS.Require): void {
  const { babelTransform } = packages(inPlaywright(packages, 'transform/babelBundle')) as Compiler
  for (let round = 0; round < rounds; round += 1) babelTransform(sample, path.resolve('sample.ts'), false, [], [])
  registerLoader(packages)
}

interface LoaderHost {
  readonly registerESMLoader: () => boolean
}
interface Compiler {
  /** Takes the code, its path, whether it is an ES module, and plug-ins before and after its own. */
  readonly babelTransform: (...input: readonly unknown[]) => unknown
}

const rounds = 3
const sample = `import { test, expect, type Page } from '@playwright/test'
interface Order { readonly id: number; state?: string }
export const open = async (page: Page, ...[address = '/']: string[]): Promise<void> => { await page.goto(address) }
class Shop { constructor(private readonly orders: Order[] = []) {} get first(): Order | undefined { return this.orders[0] } }
test.describe('shop', () => {
  test('opens', async ({ page, request }) => {
    const response = await request.get(process.env.TARGET! + "/orders/1", { headers: { accept: 'text/html' } })
    expect((await response.json() as Order)?.state ?? 'none').toBe('placed')
    for (const { id } of [{ id: 1 }]) await test.step("order " + id, () => open(page, '/'))
  })
})
export default new Shop()
`

/** Beside files that are exported; these are internal, so the version of Playwright is fixed. */
const inPlaywright = (packages: NodeJS.Require, name: string): string =>
  packages.resolve('playwright/lib/common/configLoader').replace(/common\/configLoader\.js$/, `${name}.js`)
