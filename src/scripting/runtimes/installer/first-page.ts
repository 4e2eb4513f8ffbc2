import { createRequire } from 'node:module'
import path from 'node:path'

// Run by the Node of a draft, in its directory: opens a page in its Chromium with its Playwright, and prints how high a
// line of text is. Its argument is the program of Chromium; the environment is for that too.

interface Page {
  setContent(html: string): Promise<void>
  evaluate(expression: string): Promise<unknown>
}
interface Chromium {
  launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>
}

/** Of the package, whose types are not installed here. */
const { chromium } = createRequire(path.resolve('package.json'))('playwright-core') as { chromium: Chromium }

const [, , executablePath] = process.argv
// A page of our own and no network: nothing here needs the inner sandbox, which root cannot have.
const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
const page = await browser.newPage()
await page.setContent('<p>Text</p>')
const height = await page.evaluate(`document.querySelector('p').offsetHeight`)
await browser.close()
process.stdout.write(`height ${String(height)}\n`)
