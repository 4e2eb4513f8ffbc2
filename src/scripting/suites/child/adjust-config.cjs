'use strict'
const fs = require('node:fs')
const path = require('node:path')
const { endWithProblem } = require('./end-with-problem.cjs')

const settings = JSON.parse(process.env.BELFRY_SUITE_CONFIG ?? '{}')

/** The configuration of the project with what every suite has, and with defaults where the project says nothing. */
module.exports = function adjust(loaded) {
  try {
    const config = unwrapped(unwrapped(loaded))
    tellOfScreen(config)
    return adjusted(config, settings)
  } catch (error) {
    return endWithProblem(settings, error)
  }
}

/** A module of one kind imported by the other has its value one level deeper. */
const unwrapped = (value) =>
  typeof value === 'object' && value !== null && 'default' in value && typeof value.default === 'object'
    ? value.default
    : value

function adjusted(config, { given, hasVideo, report, reporter, cwd, userAgentSuffix }) {
  const rules = { hasVideo, userAgentSuffix }
  return {
    ...config,
    reporter: [...reportersOf(config.reporter, reporter, cwd), ['json', { outputFile: report }]],
    ...(!given.includes('workers') && { workers: config.workers ?? 4 }),
    ...(!given.includes('retries') && { retries: config.retries ?? 2 }),
    use: {
      screenshot: 'only-on-failure',
      ...(hasVideo && { video: 'on-first-retry' }),
      ...useOf(config.use, rules),
    },
    ...(config.projects && {
      projects: config.projects.map((project) => ({
        ...project,
        ...(project.use && { use: useOf(project.use, rules) }),
      })),
    }),
  }
}

/** Those of the command line replace those of the configuration, as in Playwright. */
function reportersOf(configured, named, cwd) {
  if (named !== null)
    return named
      .split(',')
      .filter(Boolean)
      .map((name) => [resolved(name, cwd)])
  if (configured === undefined) return [['list']]
  return typeof configured === 'string' ? [[configured]] : configured.map((row) => (Array.isArray(row) ? row : [row]))
}

const resolved = (name, cwd) => {
  const file = path.resolve(cwd, name)
  return fs.existsSync(file) ? file : name
}

const wantsScreen = (use) => use?.headless === false || use?.launchOptions?.headless === false

/** Once: every process of the tests loads the configuration, with the environment of the first. */
function tellOfScreen({ use, projects = [] }) {
  if (process.env.BELFRY_SUITE_SCREEN || ![use, ...projects.map((project) => project.use)].some(wantsScreen)) return
  process.env.BELFRY_SUITE_SCREEN = 'told'
  process.stdout.write('The configuration has headless: false. There is no screen here, so browsers run headless.\n')
}

function useOf(use = {}, { hasVideo, userAgentSuffix }) {
  const { userAgent, video, launchOptions } = use
  return {
    ...use,
    ...(wantsScreen(use) && { headless: true }),
    ...(launchOptions?.headless === false && { launchOptions: { ...launchOptions, headless: true } }),
    ...(typeof userAgent === 'string' && { userAgent: `${userAgent} ${userAgentSuffix}` }),
    ...(video !== undefined && !hasVideo && { video: 'off' }),
  }
}

module.exports.adjusted = adjusted
