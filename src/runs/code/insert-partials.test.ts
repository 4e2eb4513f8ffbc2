import { describe, expect, test } from 'vitest'
import { findSnippetNames } from './find-snippet-names.ts'
import { findPartialNames, insertPartials } from './insert-partials.ts'

describe('the snippets that a script imports', () => {
  test.each([
    [`const a = require('./snippets/sign-in')`, ['sign-in']],
    [`require("./snippets/sign-in.js")`, ['sign-in.js', 'sign-in']],
    ['await import(`./snippets/a b`)', ['a b']],
    [`import x from '../lib/snippets/x'`, ['x']],
    [`require('./lib/sign-in'); require('snippets/x'); require('./snippets/a/b'); '/snippets/y'`, []],
    [`require('./snippets/' + name)`, []],
    [`'./snippets/one\n'`, []],
  ])('are those of paths into their folder: %j', (script, names) => {
    expect([...findSnippetNames(script, 'script')]).toEqual(names)
  })

  test('are the files next to it, for a snippet', () => {
    const script = `require('./other.js'); require("../snippets/third"); require('axios')`
    expect([...findSnippetNames(script, 'snippet')]).toEqual(['other.js', 'other', 'third'])
  })

  test('are found in linear time, whatever the script', () => {
    const names = findSnippetNames(`${'./'.repeat(250_000)}${`'./snippets/`.repeat(40_000)}`, 'script')
    expect(names.size).toBeLessThan(3)
  })
})

describe('partials', () => {
  const snippets = new Map([
    ['greet', 'console.log("{{ who }}", {{{count}}}, "{{other}}")'],
    ['page/login', 'await login(); {{> greet who="Ada"}}'],
    ['loop', 'x {{> loop}}'],
    ['wide', '{{> half}}'.repeat(30)],
    ['half', '{{> greet}}'.repeat(30)],
  ])

  test('become the text of their snippet, with their arguments', () => {
    const script = `first\n{{> greet who="Ada Lovelace" count=3}}\n{{>"page/login"}}\nlast`
    expect(insertPartials(script, snippets, 1e6)).toEqual({
      script:
        'first\nconsole.log("Ada Lovelace", 3, "{{other}}")\nawait login(); console.log("Ada", {{{count}}}, "{{other}}")\nlast',
    })
  })

  test('of no snippet, and other braces, stay as they are', () => {
    const script = 'const view = `{{> header}} {{name}} ${ {a: {}} }`'
    expect(insertPartials(script, snippets, 1e6)).toEqual({ script })
    expect([...findPartialNames(script)]).toEqual(['header'])
  })

  test.each([
    ['that contain themselves', '{{> loop}}', 1e6, /may contain itself/],
    ['in large numbers', '{{> wide}}', 1e6, /more than 200 partials/],
    ['with long texts', '{{> greet}}', 10, /longer than 10/],
  ])('%s are a problem', (_what, script, maxLength, problem) => {
    expect(insertPartials(script, snippets, maxLength)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
