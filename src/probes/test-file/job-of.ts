import type { TaskCode } from '#contract'
import type { PlaywrightOrder } from '#scripting'

const defaultEntry = 'script.ts'
const defaultTestMs = 30_000
const defaultExpectMs = 5000
const defaultNavigationMs = 30_000

/** The options that a check may set under `use`. The service sets the others. */
const useOptions = new Set(
  `baseURL colorScheme geolocation locale permissions timezoneId viewport deviceScaleFactor hasTouch isMobile
   javaScriptEnabled extraHTTPHeaders httpCredentials ignoreHTTPSErrors offline actionTimeout navigationTimeout
   testIdAttribute contextOptions bypassCSP`.split(/\s+/),
)
const expectOptions = new Set(['timeout', 'toHaveScreenshot', 'toMatchSnapshot'])
const configOptions = new Set(['timeout', 'use', 'expect'])

type Job = PlaywrightOrder['job']

/** The job of a test file, and what of its configuration is not supported. */
export function jobOf(
  code: TaskCode,
  {
    userAgent,
    limitMs,
    snapshots = {},
  }: { readonly userAgent: string; readonly limitMs: number; readonly snapshots?: Readonly<Record<string, string>> },
): { readonly job: Job; readonly ignored: readonly string[] } {
  const entry = pathOf(code.scriptPath ?? defaultEntry)
  const config = code.playwrightConfig ?? {}
  const use = partOf(config['use'], useOptions, 'use')
  const expect = partOf(config['expect'], expectOptions, 'expect')
  const { timeout: expectMs, ...expectations } = expect.kept
  const dependencies = (code.dependencies ?? []).map(({ path, content }) => [pathOf(path), content])
  const job = {
    files: { ...snippetFiles(code, entry), ...Object.fromEntries(dependencies), [entry]: code.script ?? '' },
    entry,
    environment: Object.fromEntries(code.environment.map(({ key, value }) => [key, value])),
    timeouts: {
      testMs: timeOf(config['timeout'], defaultTestMs),
      expectMs: timeOf(expectMs, defaultExpectMs),
      globalMs: limitMs,
    },
    artifacts: {
      trace: code.keepsFiles ? 'on' : 'retain-on-failure',
      screenshot: 'only-on-failure',
      video: code.keepsFiles ? 'on' : 'retain-on-failure',
    },
    userAgent,
    use: { navigationTimeout: defaultNavigationMs, ...use.kept },
    expect: expectations,
    snapshots,
    updateSnapshots: code.updateSnapshots ?? false,
  } as const
  const others = Object.keys(config).filter((name) => !configOptions.has(name))
  return { job, ignored: [...others, ...use.ignored, ...expect.ignored] }
}

/** Next to the test file, and where files of a project in other folders expect them. */
function snippetFiles({ snippets }: TaskCode, entry: string): Record<string, string> {
  const folders = new Set(['', entry.slice(0, entry.lastIndexOf('/') + 1)])
  return Object.fromEntries(
    [...folders].flatMap((folder) => snippets.map(({ name, script }) => [`${folder}snippets/${name}.js`, script])),
  )
}

/** Paths of a project may begin with a slash; they are relative to the directory of the run. */
export const pathOf = (path: string): string => path.replace(/^(\.?\/)+/, '')

const timeOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise

function partOf(value: unknown, known: ReadonlySet<string>, part: string) {
  const entries: [string, unknown][] = Object.entries(value !== null && typeof value === 'object' ? value : {})
  return {
    kept: Object.fromEntries(entries.filter(([name]) => known.has(name))),
    ignored: entries.flatMap(([name]) => (known.has(name) ? [] : [`${part}.${name}`])),
  }
}
