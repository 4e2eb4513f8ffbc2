import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { BrowserScene, endBrowser } from '../../tests/support/browser-scene.ts'
import { addressesInState, screenStates } from '../../tests/support/screen-states.ts'
import { addressesOf, findThings, signedOutScreens } from '../../tests/support/web-screens.ts'
import type { Things } from '../../tests/support/web-screens.ts'
import { startSeededService } from './seeded-service.ts'
import type { SeededService } from './seeded-service.ts'

const root = join(import.meta.dirname, '../..')
const usage = `Usage: npm run screenshots [-- --only TEXT] [--days N] [--out DIR] [--states LIST] [--docs]

  --only TEXT  the screens whose name contains the text, or one of several separated by commas
  --days N     so much history; default: 2
  --out DIR    default: .cache/screenshots
  --states L   screens that load, fail, are empty …, also several separated by commas, or all:
               ${Object.keys(screenStates).join(', ')}
  --docs       the pictures of docs/images instead: light, 1320 by 825 pixels, one for each page in docs/screens
`
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    days: { type: 'string', default: '2' },
    out: { type: 'string', default: join(root, '.cache/screenshots') },
    states: { type: 'string', default: '' },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

type Scene = BrowserScene<SeededService>

const themes = ['light', 'dark'] as const
/** Of a picture, in pixels. */
const maxHeight = 2400
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const
const documented = { width: 1320, height: 825 }
const images = join(root, 'docs/images')

async function takePictures(): Promise<void> {
  const service = await startSeededService(Number(values.days))
  const scene = new BrowserScene(service)
  try {
    const things = await findThings((method, path) => scene.server.call(method, path))
    if (values.docs) await takeForDocuments(scene, things)
    else if (values.states === '') await takeAll(scene, things)
    else await takeStates(scene, things)
    for (const problem of scene.problems) process.stdout.write(`In the console of a page: ${problem}\n`)
  } finally {
    await endBrowser()
    await service.stop()
  }
}

/** In both themes and widths. */
async function eachLook(take: (options: BrowserContextOptions, suffix: string) => Promise<number>): Promise<void> {
  await mkdir(values.out, { recursive: true })
  for (const colorScheme of themes)
    for (const [width, viewport] of Object.entries(widths)) {
      const count = await take({ viewport, colorScheme, reducedMotion: 'reduce' }, `${colorScheme}-${width}`)
      process.stdout.write(`${colorScheme}, ${width}: ${count} pictures\n`)
    }
}

const takeAll = (scene: Scene, things: Things): Promise<void> =>
  eachLook(async (options, suffix) => {
    const page = await scene.signedIn('/', options)
    const count = await takeEach(scene, page, { addresses: addressesOf(things), suffix })
    const out = await scene.open('/sign-in', options)
    const more = await takeEach(scene, out, { addresses: signedOut(things), suffix })
    await page.context().close()
    await out.context().close()
    return count + more
  })

const takeStates = (scene: Scene, things: Things): Promise<void> =>
  eachLook(async (options, suffix) => {
    let count = 0
    for (const [name, state] of Object.entries(screenStates)) {
      if (values.states !== 'all' && !values.states.split(',').includes(name)) continue
      const page = await state.open(scene, options)
      const [addresses, { isLoading }] = [addressesInState(state, things), state]
      count += await takeEach(scene, page, { addresses, suffix: `${name}-${suffix}`, isLoading })
      await page.context().close()
    }
    return count
  })

/** What one window shows of the screen of each page in docs/screens. */
async function takeForDocuments(scene: Scene, things: Things): Promise<void> {
  await mkdir(images, { recursive: true })
  const options = { viewport: documented, colorScheme: 'light', reducedMotion: 'reduce' } as const
  const page = await scene.signedIn('/', options)
  const out = await scene.open('/sign-in', options)
  const blank = await page.context().newPage()
  const addresses = new Map([...addressesOf(things), ...signedOut(things)])
  for (const [image, name] of Object.entries(screensOfDocuments(things))) {
    if (!isChosen(image)) continue
    const shown = image === 'sign-in' ? out : page
    await openSettled(scene, shown, addresses.get(name) ?? '/')
    const picture = await webpOf(blank, await shown.screenshot())
    const path = join(images, `${image}.webp`)
    await writeFile(path, picture)
    process.stdout.write(`${path}, ${Math.round(picture.length / 1_000)} kB\n`)
  }
}

/** The names of screens by those of pages in docs/screens. An API check shows most of what these describe. */
const screensOfDocuments = ({ results: [first] }: Things): Readonly<Record<string, string>> => ({
  home: 'home',
  welcome: 'welcome',
  checks: 'checks',
  check: first?.name === 'api' ? 'check' : 'check-of-api',
  editor: 'edit-api',
  result: 'result-api',
  alerts: 'alerts',
  channels: 'channel',
  errors: 'errors',
  'golden-files': 'golden-files-of-check',
  'test-sessions': 'sessions',
  reports: 'reports',
  incidents: 'incident',
  maintenance: 'maintenance',
  'status-pages': 'status-page',
  dashboards: 'board',
  groups: 'group',
  locations: 'location',
  settings: 'settings-members',
  'sign-in': 'sign-in',
})

/** A picture in a format that takes half of the space, with a loss that nobody sees. An empty page of the browser converts it. */
async function webpOf(blank: Page, png: Buffer): Promise<Buffer> {
  const url = await blank.evaluate(
    async (source) => {
      const { fetch, createImageBitmap, OffscreenCanvas, FileReader } = globalThis as unknown as Converting
      const bitmap = await createImageBitmap(await (await fetch(source)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d').drawImage(bitmap, 0, 0)
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
      return new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(reader.result)
        reader.readAsDataURL(webp)
      })
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** The parts of a browser that convert a picture. */
interface Converting {
  readonly fetch: (url: string) => Promise<{ blob: () => Promise<object> }>
  readonly createImageBitmap: (blob: object) => Promise<{ width: number; height: number }>
  readonly OffscreenCanvas: new (width: number, height: number) => Canvas
  readonly FileReader: new () => { onload: () => void; readonly result: string; readAsDataURL: (blob: object) => void }
}

interface Canvas {
  getContext: (type: '2d') => { drawImage: (bitmap: object, x: number, y: number) => void }
  convertToBlob: (options: { readonly type: string; readonly quality: number }) => Promise<object>
}

const isChosen = (name: string): boolean => values.only.split(',').some((text) => name.includes(text.trim()))

const signedOut = (things: Things): readonly (readonly [string, string])[] =>
  Object.values(signedOutScreens).flatMap((addresses) => Object.entries(addresses(things)))

interface Pictures {
  readonly addresses: readonly (readonly [name: string, address: string])[]
  readonly suffix: string
  readonly isLoading?: true | undefined
}

async function takeEach(scene: Scene, page: Page, { addresses, suffix, isLoading }: Pictures): Promise<number> {
  const chosen = addresses.filter(([name]) => isChosen(name))
  for (const [name, address] of chosen) {
    await (isLoading ? openLoading(page, address) : openSettled(scene, page, address))
    await takeWhole(page, join(values.out, `${name}-${suffix}.png`))
  }
  return chosen.length
}

/** In a window as high as the page: bars that stay at its edge would cover the middle of the picture. */
async function takeWhole(page: Page, path: string): Promise<void> {
  const before = page.viewportSize()
  const height = await page.evaluate(() => Reflect.get(globalThis, 'document').documentElement.scrollHeight)
  if (before) await page.setViewportSize({ ...before, height: Math.max(before.height, Math.min(height, maxHeight)) })
  await page.screenshot({ path })
  if (before) await page.setViewportSize(before)
}

/** Waits until the screen has everything that it shows, and the fonts are there. */
async function openSettled(scene: Scene, page: Page, address: string): Promise<void> {
  await scene.visit(page, address)
  await page.locator('h1, h2, h3').first().waitFor()
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { readonly document: Screen }
    return document.querySelector('[class*=skeleton], [aria-busy=true]') === null && document.fonts.status === 'loaded'
  })
}

async function openLoading(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href)
  await page.locator('[class*=skeleton], h1, h2, h3').first().waitFor()
}

interface Screen {
  readonly querySelector: (selector: string) => object | null
  readonly fonts: { readonly status: string }
}

if (values.help) process.stdout.write(usage)
else await takePictures()
