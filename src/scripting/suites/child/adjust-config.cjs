'use strict'
const SuiteProblem = require('./suite-problem.cjs')
const fs = require('node:fs')
const path = require('node:path')
const { endWithProblem } = require('./end-with-problem.cjs')

const settings = JSON.parse(process.env.BELFRY_SUITE_CONFIG ?? '{}')

/** The configuration of the project with what every suite has, and with defaults where the project says nothing. */
module.exports = function adjust(loaded) {
  try {
    return adjusted(unwrapped(unwrapped(loaded)), settings)
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

function useOf(use = {}, { hasVideo, userAgentSuffix }) {
  if (use.headless === false || use.launchOptions?.headless === false)
    throw new SuiteProblem(
      'The configuration has headless: false: there is no screen. Remove it, or set it by a variable.',
    )
  const { userAgent, video } = use
  return {
    ...use,
    ...(typeof userAgent === 'string' && { userAgent: `${userAgent} ${userAgentSuffix}` }),
    ...(video !== undefined && !hasVideo && { video: 'off' }),
  }
}

module.exports.adjusted = adjusted
