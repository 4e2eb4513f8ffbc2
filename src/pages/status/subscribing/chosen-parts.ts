import type { PartGroup } from '#publishing'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import type { PageTexts } from '#page-texts'

const prefix = 'part-'

interface Choice {
  readonly groups: readonly PartGroup[]
  /** Whether some parts are chosen instead of all. */
  readonly isSome: boolean
}

/** The keys of the parts that a form names; null: everything. */
export function chosenOf(fields: ReadonlyMap<string, string>): readonly string[] | null {
  if (fields.get('about') !== 'some') return null
  return [...fields.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}

/** The same parts, chosen as a form said that was not accepted. */
export const withChosen = (groups: readonly PartGroup[], keys: readonly string[] | null): readonly PartGroup[] =>
  groups.map(({ name, parts }) => ({
    name,
    parts: parts.map((part) => ({ ...part, isChosen: keys?.includes(part.key) ?? false })),
  }))

/** The choice between everything on a page and some of it; nothing where there is nothing to choose. */
export function partsField({ subscription: texts }: PageTexts, { groups, isSome }: Choice): Html | null {
  if (groups.flatMap(({ parts }) => parts).length < 2 && !isSome) return null
  const radio = (id: 'all' | 'some', isChecked: boolean) =>
    html`<label
      ><input type="radio" name="about" id="${id}" value="${id}" ${isChecked && html` checked`} /> ${texts[id]}</label
    >`
  return html`<fieldset class="parts">
    <legend>${texts.about}</legend>
    ${radio('all', !isSome)}${radio('some', isSome)}
    <div class="choices">${groups.map(groupField)}</div>
  </fieldset>`
}

const groupField = ({ name, parts }: PartGroup): Html =>
  html`<fieldset>
    ${name !== null && name !== '' && html`<legend>${name}</legend>`}
    ${parts.map(
      ({ key, name: part, isChosen }) =>
        html`<label
          ><input type="checkbox" name="${prefix}${key}" value="on" ${isChosen && html` checked`} /> ${part}</label
        >`,
    )}
  </fieldset>`
