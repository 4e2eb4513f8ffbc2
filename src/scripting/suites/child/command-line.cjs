'use strict'
const SuiteProblem = require('./suite-problem.cjs')

/** Options of `playwright test` that are read here, and what they are called. */
const valued = {
  '-c': 'config',
  '--config': 'config',
  '--reporter': 'reporter',
  '--output': 'output',
  '--trace': 'trace',
  '-g': 'grep',
  '--grep': 'grep',
}
const noted = { '-j': 'workers', '--workers': 'workers', '--retries': 'retries' }
const needScreen = new Set(['--headed', '--ui', '--ui-host', '--ui-port', '--debug'])

/**
 * Reads the words behind `playwright test`. `rest` are those that stay as they are, `selection` what replaces those that
 * the service decides: trace, projects, tags. The configuration and the output directory are left out. Throws when tests are to
 * be shown on a screen.
 */
function readCommandLine(words, { projects, tags }) {
  const { own, given, rest } = parse(words)
  const grep = tags.length === 0 ? own.grep : grepOf(tags, own.grep)
  const selection = [
    ...projects.map((name) => `--project=${name}`),
    ...(grep === null ? [] : [`--grep=${grep}`]),
    '--trace=on',
  ]
  return { config: own.config, reporter: own.reporter, given, rest, selection }
}

function parse(words) {
  const found = { own: { config: null, reporter: null, grep: null }, given: [], rest: [] }
  const end = words.indexOf('--')
  const options = end === -1 ? words : words.slice(0, end)
  for (let at = 0; at < options.length; at += 1) {
    const option = split(options[at])
    const name = option === null ? undefined : valued[option.name]
    if (name === undefined) keep(found, options[at], option)
    else found.own[name] = option.value ?? options[(at += 1)] ?? ''
  }
  found.rest.push(...words.slice(options.length))
  return found
}

function keep({ given, rest }, word, option) {
  if (option !== null && needScreen.has(option.name))
    throw new SuiteProblem(`The test command has ${option.name}: there is no screen. Remove it.`)
  if (option !== null && noted[option.name]) given.push(noted[option.name])
  rest.push(word)
}

/** `--name=value`, `--name`, `-nvalue` or `-n`. */
function split(word) {
  const long = /^(--[\w-]+)(?:=([\s\S]*))?$/.exec(word)
  if (long) return { name: long[1], value: long[2] ?? null }
  const short = /^(-[cgj])([\s\S]*)$/.exec(word)
  return short ? { name: short[1], value: short[2] === '' ? null : short[2].replace(/^=/, '') } : null
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Tests that have any of the tags, and match the pattern of the command as well. */
function grepOf(tags, own) {
  const any = tags.map((tag) => escaped(tag.startsWith('@') ? tag : `@${tag}`)).join('|')
  const tagged = String.raw`(?=[\s\S]*(?:${any})(?:\s|$))`
  return own === null ? tagged : String.raw`${tagged}(?=[\s\S]*(?:${unwrapped(own)}))`
}

/** Playwright also accepts `/pattern/flags`. */
const unwrapped = (pattern) => /^\/([\s\S]*)\/[a-z]*$/.exec(pattern)?.[1] ?? pattern

module.exports = { readCommandLine }
