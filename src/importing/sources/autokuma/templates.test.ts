import { expect, it } from 'vitest'
import { filledTemplate } from './templates.ts'

const values = {
  container_name: 'Shop_1',
  args: ['a.example', [443, 80], { path: '/health' }, ''],
  container: { Labels: { 'com.example.role': 'web' } },
}

it.each([
  ['{{ container_name | slugify }}.{{ args[0] | upper }}', 'shop-1.A.EXAMPLE'],
  ['{{ args[0] | replace(from=".", to="-") | split(pat="-") | last }}', 'example'],
  ['{{ args[9] | default(value="x | y") }}{{ "a" ~ 1 + "b" }}', 'x | ya1b'],
  ['{% if args[3] %}yes{% elif args[1] | length == 2 %}two{% else %}no{% endif %}', 'two'],
  ['{% if not args[3] and args[9] is not defined or missing.deep %}yes{% endif %}', 'yes'],
  ['{% if 443 in args[1] %}{% if args[0] is ending_with("example") %}both{% endif %}{% endif %}', 'both'],
  ['{% for port in args[1] -%} {{ port }}{% if not loop.last %},{% endif %}{% endfor %}', '443,80'],
  ['{% for key, value in args[2] %}{{ key }}={{ value }}{% endfor %}', 'path=/health'],
  ['{% for one in [] %}{{ nowhere }}{% endfor %}{% if false %}{{ nowhere }}{% endif %}.', '.'],
  [
    '{% set name = container["Labels"]["com.example.role"] %}{{ name }}{% for i in range(end=3) %}{{ i }}{% endfor %}',
    'web012',
  ],
  ['{# no {% if %} here #}{{- "x" -}}  ', 'x'],
])('a template of values, conditions and loops is filled in: %s', (template, filled) => {
  expect(filledTemplate(template, values)).toBe(filled)
})

it.each([
  '{{ nowhere }}',
  '{{ args.__proto__.x }}',
  '{{ args[0] | unheard }}',
  '{% include "other" %}',
  '{% if true %}open',
  '{% endif %}',
  '{% if true %}{% endfor %}',
  '{% for x in args[0] %}{{ x }}{% endfor %}',
  '{% for x in range(end=100000) %}{{ x }}{% endfor %}',
  `${'{% for x in range(end=999) %}'.repeat(9)}x${'{% endfor %}'.repeat(9)}`,
  `${'{% if true %}'.repeat(30)}x${'{% endif %}'.repeat(30)}`,
  `${'{{ "'.repeat(3)}`,
])('what a file does not tell, is not known or does not end is not filled in: %s', (template) => {
  expect(filledTemplate(template, values)).toBe(template.startsWith('{{ "') ? template : null)
})
