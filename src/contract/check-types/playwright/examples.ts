/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'End to end',
  codeBundlePath: 'bundles/shop-42.tgz',
  testCommand: 'npx playwright test --grep @smoke',
  browsers: ['chromium'],
  frequency: 10,
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    cacheHash: 'a1b2',
    playwrightVersion: '1.50.0',
    testCommand: 'npx playwright test --project=a',
    installCommand: 'npm ci',
    browsers: ['firefox'],
    codeBundlePath: 'bundles/a.tar.gz',
    workingDir: 'web',
    engine: 'node',
    engineVersion: '24',
    pwProjects: ['a'],
    pwTags: ['@smoke'],
    environmentVariables: [{ key: 'SUITE_KEY', value: 'value', locked: true, secret: false }],
  },
  {
    environmentVariables: [{ key: 'OTHER_KEY', value: 'value', locked: true, secret: false }],
    codeBundlePath: 'bundles/b.tar.gz',
    cacheHash: null,
    playwrightVersion: '1.51.0',
    workingDir: null,
    testCommand: 'npx playwright test',
    installCommand: '',
    browsers: ['chromium'],
    engine: 'bun',
    engineVersion: null,
    pwProjects: [],
    pwTags: [],
  },
] as const
