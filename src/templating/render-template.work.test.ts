import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedSteps } from '../../tests/support/counted-steps.ts'
import { findTemplateProblem, renderTemplate, templateVariables } from './index.ts'
import type { RenderSettings, TemplateValue } from './index.ts'

const nowMs = Date.parse('2026-11-21T09:30:15.250Z')
let ids = 0
const settings: RenderSettings = {
  nowMs,
  randomNumber: () => 4711,
  uuid: () => `uuid-${(ids += 1)}`,
  encode: 'none',
}
const base = 'https://shop.example/a%20b?x=1&y=2'
const variables: Record<string, TemplateValue> = {
  NAME: 'a "b" <c> & d/é?',
  COUNT: 231,
  ZERO: 0,
  YES: true,
  EMPTY: '',
  NONE: [],
  TAGS: ['team:shop', 'env=prod', 'plain'],
  BASE: base,
  WHEN: '2026-02-03T04:05:06.000Z',
}
const render = (template: string, encode: RenderSettings['encode'] = 'none'): string => {
  const rendered = renderTemplate(template, variables, { ...settings, encode })
  return rendered.text ?? `problem: ${rendered.problem}`
}
const filled = (cases: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(cases).map((template) => [template, render(template)]))

describe('variables', () => {
  it('leaves a string without braces as it is', () => {
    expect(render('{"a": "b"} \\ {x}')).toBe('{"a": "b"} \\ {x}')
  })
  it('prints values, lists by commas, and nothing for unknown names', () => {
    const cases = {
      '{{NAME}}': 'a "b" <c> & d/é?',
      '[{{COUNT}}|{{ZERO}}|{{YES}}|{{NOBODY}}|{{TAGS.[9]}}]': '[231|0|true||]',
      '{{TAGS}} {{TAGS.length}} {{TAGS.[1]}}': 'team:shop,env=prod,plain 3 env=prod',
      '{{! a comment }}{{!-- {{NAME}} --}}x': 'x',
      '\\{{NAME}}': '{{NAME}}',
    }
    expect(filled(cases)).toEqual(cases)
  })
  it('encodes {{X}} for its context and leaves {{{X}}} raw', () => {
    expect(render('{{NAME}}|{{{NAME}}}', 'component')).toBe(
      'a%20%22b%22%20%3Cc%3E%20%26%20d%2F%C3%A9%3F|a "b" <c> & d/é?',
    )
    expect(render('{{NAME}}', 'html')).toBe('a &quot;b&quot; &lt;c&gt; &amp; d/é?')
    expect(render('{{NAME}}', 'json')).toBe('a \\"b\\" <c> & d/é?')
    expect(render('{{NAME}}', 'uri')).toBe('a%20%22b%22%20%3Cc%3E%20&%20d/%C3%A9?')
  })
  it('keeps a complete base URL usable under the uri encoding', () => {
    expect(render('{{BASE}}', 'uri')).toBe(base)
  })
  it('lets the encoding depend on the name', () => {
    const encode = (name: string) => (name === 'BASE' ? ('none' as const) : ('component' as const))
    expect(render('{{BASE}}/{{NAME}}{{#each TAGS}}/{{this}}{{/each}}', encode)).toBe(
      `${base}/a%20%22b%22%20%3Cc%3E%20%26%20d%2F%C3%A9%3F/team%3Ashop/env%3Dprod/plain`,
    )
  })
  it('encodes unpaired surrogates instead of failing', () => {
    const rendered = renderTemplate('{{X}}', { X: '\ud800' }, { ...settings, encode: 'uri' })
    expect(rendered).toEqual({ text: '%EF%BF%BD' })
  })
})

describe('blocks', () => {
  it('chooses by truth: empty lists, empty strings, 0 and missing values are not true', () => {
    const cases = {
      '{{#if NAME}}1{{else}}2{{/if}}': '1',
      '{{#if EMPTY}}1{{else}}2{{/if}}': '2',
      '{{#if NONE}}1{{else if COUNT}}2{{else}}3{{/if}}': '2',
      '{{#if NOBODY}}1{{/if}}': '',
      '{{#unless ZERO}}1{{else}}2{{/unless}}': '1',
    }
    expect(filled(cases)).toEqual(cases)
  })
  it('walks lists with their data, outer names included', () => {
    const cases = {
      '{{#each TAGS}}{{@index}}{{@key}}{{this}}{{#unless @last}},{{/unless}}{{/each}}':
        '00team:shop,11env=prod,22plain',
      '{{#each TAGS}}{{#if @first}}{{COUNT}}{{../COUNT}}{{@root.COUNT}}{{/if}}{{/each}}': '231231231',
      '{{#each TAGS as |tag at|}}{{at}}{{tag}};{{/each}}': '0team:shop;1env=prod;2plain;',
      '{{#each TAGS}}{{#each ../TAGS}}{{@../index}}{{@index}} {{/each}}{{/each}}': '00 01 02 10 11 12 20 21 22 ',
      '{{#each NONE}}x{{else}}none{{/each}}{{#each NAME}}x{{else}}none{{/each}}': 'nonenone',
      '{{#with COUNT}}{{this}}{{else}}none{{/with}}{{#with EMPTY}}x{{else}}none{{/with}}': '231none',
      '{{#TAGS}}<{{this}}>{{/TAGS}}{{^NONE}}none{{/NONE}}{{#YES}}yes{{/YES}}': '<team:shop><env=prod><plain>noneyes',
    }
    expect(filled(cases)).toEqual(cases)
  })
  it('lets every comparison work as a block, inline and in parentheses', () => {
    const cases = {
      '{{#eq COUNT "231"}}1{{else}}2{{/eq}}{{#is YES true}}1{{/is}}{{#isnt COUNT 1}}1{{/isnt}}': '111',
      '{{gt COUNT 100}} {{gte COUNT 231}} {{lt COUNT "1000"}} {{lte COUNT 5}} {{lt "a" "b"}}':
        'true true true false true',
      '{{compare COUNT ">=" 231}}{{compare COUNT "!=" 231}}{{#compare COUNT "==" 1}}1{{else}}2{{/compare}}':
        'truefalse2',
      '{{compare COUNT "constructor" 1}}': 'problem: compare knows == === != !== < > <= >=, not "constructor".',
      '{{and YES COUNT}}{{or ZERO EMPTY}}{{not ZERO}}{{neither ZERO EMPTY}}': 'truefalsetruetrue',
      '{{isTruthy "no"}}{{isFalsey "Off"}}{{#isTruthy COUNT}}1{{/isTruthy}}': 'falsetrue1',
      '{{#contains TAGS "plain"}}1{{/contains}}{{#contains NAME "b"}}2{{/contains}}{{contains TAGS "pla"}}': '12false',
      '{{has TAGS "env=prod"}}{{#has NAME "zz"}}1{{else}}2{{/has}}{{contains NAME ""}}': 'true2false',
      '{{#ifEven COUNT}}even{{else}}odd{{/ifEven}}{{#ifOdd COUNT}}odd{{/ifOdd}}{{#ifNth 11 COUNT}}nth{{/ifNth}}':
        'oddoddnth',
      '{{gt "9007199254740993" "9007199254740992"}} {{lte "0.30000000000000000001" "0.3"}} {{ifOdd "9007199254740993"}}':
        'true false true',
      '{{#ifNth 0 COUNT}}1{{else}}2{{/ifNth}}{{ifEven NAME}}': '2false',
      '{{#unlessEq COUNT 1}}1{{/unlessEq}}{{#unlessGt COUNT 1}}2{{/unlessGt}}{{#unlessGteq COUNT 232}}3{{/unlessGteq}}':
        '13',
      '{{#unlessLt COUNT 1}}1{{/unlessLt}}{{#unlessLteq COUNT 231}}2{{else}}3{{/unlessLteq}}': '13',
      '{{#if (and (eq COUNT 231) (not EMPTY))}}1{{/if}}': '1',
    }
    expect(filled(cases)).toEqual(cases)
  })
})

describe('functions', () => {
  it('works on strings and tags', () => {
    const cases = {
      '{{tagValue TAGS "team" "x"}} {{tagValue TAGS "env"}} {{tagValue TAGS "plain" "x"}}': 'shop prod x',
      '{{startsWith "https" BASE}}{{#startsWith "x" BASE}}1{{else}}2{{/startsWith}}': 'true2',
      '{{replace "aXbX" "X" "$&"}} {{replace "ab" "" "x"}} {{replace "ab" "b"}}': 'a$&bX ab a',
      '{{split "a,b,c" "," 1}} {{#each (split "a-b" "-")}}[{{this}}]{{/each}}{{split "a" "," 7}}': 'b [a][b]',
      '{{default NOBODY EMPTY "last"}} {{default ZERO "x"}}': 'last 0',
    }
    expect(filled(cases)).toEqual(cases)
  })
  it('makes a new id every time and takes chance from the caller', () => {
    expect(render('{{$UUID}}')).not.toBe(render('{{$UUID}}'))
    expect(render('{{$RANDOM_NUMBER}}')).toBe('4711')
  })
  it('renders time in UTC from the given time only', () => {
    const cases = {
      '{{date}} {{moment "YYYY-MM-DD"}} {{date "X"}} {{year}} {{year 2}}':
        '2026-11-21T09:30:15.250Z 2026-11-21 1795253415 2026 26',
      '{{moment "yesterday" "YYYY-MM-DD HH:mm"}} {{date "2 days ago" "YYYY-MM-DD"}}': '2026-11-20 09:30 2026-11-19',
      '{{moment "last week" "X"}} {{moment "in 3 hours" "HH"}} {{moment "an hour from now" "HH"}}': '1794648615 12 10',
      '{{moment "tomorrow" "D"}} {{moment "next month" "MMMM"}} {{moment "Five Years ago" "YYYY"}}': '22 December 2021',
      '{{moment "last monday" "dddd D"}} {{moment "next saturday" "dddd D"}}': 'Monday 16 Saturday 28',
      '{{date WHEN "DD.MM.YYYY HH:mm:ss"}} {{date 1770091506 "YYYY"}} {{date "1770091506000" "Do"}}':
        '03.02.2026 04:05:06 2026 3rd',
      '{{date NAME "YYYY"}}': 'Invalid Date',
    }
    expect(filled(cases)).toEqual(cases)
  })
  it('takes a helper name without values as a variable when the helper needs values', () => {
    expect(renderTemplate('{{default}} {{eq}}', { default: 'x', eq: 'y' }, settings)).toEqual({ text: 'x y' })
  })
})

describe('closedness', () => {
  it('prints no property of a prototype and calls no function', () => {
    const payloads = [
      '{{constructor}}{{__proto__}}{{toString}}{{hasOwnProperty}}{{valueOf}}',
      '{{this.constructor}}{{./__proto__}}{{../constructor}}{{@root.constructor}}{{@constructor}}{{@root}}',
      '{{NAME.constructor}}{{TAGS.constructor}}{{TAGS.map}}{{TAGS.__proto__.constructor}}{{NAME.length}}',
      '{{#with NAME}}{{constructor.constructor}}{{/with}}{{#each TAGS}}{{constructor}}{{this.constructor}}{{/each}}',
      '{{#with "s" as |string|}}{{string.sub.constructor}}{{/with}}{{helperMissing}}{{blockHelperMissing}}{{lookup}}{{log}}',
    ]
    for (const payload of payloads) expect({ payload, render: render(payload) }).toEqual({ payload, render: '' })
  })
  it('rejects everything outside the closed set with a message', () => {
    const rejected = [
      '{{lookup TAGS "constructor"}}',
      '{{log "x"}}',
      '{{> partial}}',
      '{{#> layout}}{{/layout}}',
      '{{#*inline "x"}}{{/inline}}',
      '{{* decorator}}',
      '{{shell "id"}}',
      '{{#constructor "x"}}{{/constructor}}',
      '{{#with "s" "t"}}{{/with}}',
      '{{#if}}{{/if}}',
      '{{eq 1}}',
      '{{eq 1 2 compare=3}}',
      '{{moment "the other day" "X"}}',
      '{{NAME',
      '{{#if NAME}}',
      '{{/if}}',
      '{{#if NAME}}{{/unless}}',
      '{% include "/etc/passwd" %}{{',
    ]
    for (const template of rejected) {
      expect(`${template}: ${findTemplateProblem(template)}`).toMatch(/: [^\n]{10,200}\.$/)
      expect(renderTemplate(template, variables, settings)).toEqual({ problem: findTemplateProblem(template) })
    }
  })
  it('never fails otherwise, whatever the template', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{{{',
      '}}}',
      '#',
      '/',
      'if',
      'each',
      'eq',
      ' ',
      'TAGS',
      '(',
      ')',
      '"',
      '@',
      '..',
      '[',
      ']',
      '|',
      '~',
      '^',
      'else',
      '>',
      '*',
      '!',
      '--',
      '\\',
      '=',
      '.',
      '1',
      'constructor',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const template = pieces.join('')
        const rendered = renderTemplate(template, variables, settings)
        expect(rendered.problem ?? null).toBe(
          rendered.text === undefined ? rendered.problem : findTemplateProblem(template),
        )
        expect(templateVariables(template)).toBeInstanceOf(Array)
      }),
    )
  })
})

describe('bounds', () => {
  /** Ten times what the longest allowed loop takes. */
  const maxSteps = 10_000_000
  const quick = (template: string, values: Record<string, TemplateValue>): string | undefined => {
    let problem: string | undefined
    const steps = countedSteps(() => {
      problem = renderTemplate(template, values, settings).problem
    })
    expect(steps).toBeLessThan(maxSteps)
    return problem
  }
  const many = Array.from({ length: 1000 }, () => 'x'.repeat(100))

  it('stops nested loops', () => {
    const bomb = '{{#each @root.T}}'.repeat(8) + '{{/each}}'.repeat(8)
    expect(quick(bomb, { T: many })).toBe('The template loops too much.')
  })
  it('stops loops whose helpers read long strings', () => {
    const bomb = '{{#each T}}{{#if (contains @root.B "y")}}{{/if}}{{/each}}'
    expect(quick(bomb, { T: many, B: 'x'.repeat(1_000_000) })).toBe('The template loops too much.')
  })
  it('stops doubling strings', () => {
    const doubling = '(replace '.repeat(30) + 'X' + ' "b" X)'.repeat(30)
    expect(quick(`{{#if ${doubling}}}{{/if}}`, { X: `b${'x'.repeat(100_000)}` })).toBe('The template loops too much.')
    expect(quick('{{#each T}}{{{B}}}{{/each}}', { T: many, B: 'x'.repeat(10_000) })).toBe(
      'The filled template is longer than 1 MB.',
    )
  })
  it('rejects templates that are slow to parse', () => {
    expect(quick('{{#if A}}'.repeat(5000) + '{{/if}}'.repeat(5000), {})).toBe('A template has at most 2000 tags.')
    expect(quick('{{#if A}}'.repeat(900) + '{{/if}}'.repeat(900), {})).toBe('A template has at most 300 blocks.')
    expect(quick(`{{#if A}}${'{{~else if B}}'.repeat(900)}{{/if}}`, {})).toBe('A template has at most 300 blocks.')
    expect(quick(`{{a ${'(a '.repeat(5000)}${')'.repeat(5000)}}}`, {})).toBe('A template has at most 1000 parentheses.')
    expect(quick(`{{A}}${'x'.repeat(1_000_000)}`, {})).toBe('A template has at most 1000000 characters.')
  })
})

describe('templateVariables', () => {
  it('lists the names a template mentions, without data, block names and helpers', () => {
    const template =
      '{{A}}{{#each B as |b|}}{{b}}{{@index}}{{C}}{{/each}}{{#eq D (default E "x")}}{{{F.[0]}}}{{/eq}}{{$UUID}}'
    expect(templateVariables(template)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
    expect(templateVariables('plain')).toEqual([])
    expect(templateVariables('{{bad')).toEqual([])
  })
})
