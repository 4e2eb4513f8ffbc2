import type { CheckSettings, SuiteRequest } from '#contract'

const defaults = {
  codeBundlePath: '',
  workingDir: '',
  installCommand: '',
  testCommand: 'npx playwright test',
  browsers: ['chromium'],
  pwProjects: [],
  pwTags: [],
  engine: null,
  engineVersion: null,
  playwrightVersion: null,
  cacheHash: null,
} as const satisfies Partial<CheckSettings>

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null && value !== ''

/** The project of a check as its runs get it, with every default. */
export function suiteOf(settings: CheckSettings): SuiteRequest {
  const given: Partial<CheckSettings> = Object.fromEntries(Object.entries(settings).filter(isGiven))
  const { workingDir, pwProjects, pwTags, ...rest } = { ...defaults, ...given }
  return {
    codeBundlePath: rest.codeBundlePath,
    workingDirectory: workingDir ?? '',
    installCommand: rest.installCommand ?? '',
    testCommand: rest.testCommand ?? defaults.testCommand,
    browsers: rest.browsers,
    projects: pwProjects,
    tags: pwTags,
    engine: rest.engine,
    engineVersion: rest.engineVersion,
    playwrightVersion: rest.playwrightVersion,
    cacheHash: rest.cacheHash,
  }
}
