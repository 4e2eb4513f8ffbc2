import { lateTexts } from '../../strings/late.ts'

const words = lateTexts.dashboards

export type FieldName = keyof typeof words.fields

type Row =
  | { readonly name: FieldName; readonly kind: 'text' | 'lines' | 'css' | 'flag' | 'tags' | 'number' }
  | { readonly name: FieldName; readonly kind: 'choice'; readonly options: readonly (string | number)[] }
export type FieldRow = Row & {
  /** Only where this field is on. */
  readonly needs?: FieldName
}

interface Section {
  readonly title: string
  readonly rows: readonly FieldRow[]
}

/** The fields of a dashboard, in the order in which somebody decides them. */
export const sections: readonly Section[] = [
  {
    title: words.sections.checks,
    rows: [
      { name: 'header', kind: 'text' },
      { name: 'description', kind: 'lines' },
      { name: 'tags', kind: 'tags' },
      { name: 'useTagsAndOperator', kind: 'flag' },
      { name: 'sortByStatus', kind: 'flag' },
    ],
  },
  {
    title: words.sections.access,
    rows: [
      { name: 'customUrl', kind: 'text' },
      { name: 'customDomain', kind: 'text' },
      { name: 'isPrivate', kind: 'flag' },
    ],
  },
  {
    title: words.sections.rotation,
    rows: [
      { name: 'checksPerPage', kind: 'number' },
      { name: 'paginate', kind: 'flag' },
      { name: 'paginationRate', kind: 'choice', options: [30, 60, 300], needs: 'paginate' },
      { name: 'refreshRate', kind: 'choice', options: [30, 60, 300, 600] },
    ],
  },
  {
    title: words.sections.content,
    rows: [
      { name: 'showHeader', kind: 'flag' },
      { name: 'enableIncidents', kind: 'flag' },
      { name: 'showGroupNames', kind: 'flag' },
      { name: 'hideTags', kind: 'flag' },
      { name: 'showP95', kind: 'flag' },
      { name: 'showP99', kind: 'flag' },
      { name: 'expandChecks', kind: 'flag' },
      { name: 'showCheckRunLinks', kind: 'flag' },
    ],
  },
  {
    title: words.sections.look,
    rows: [
      { name: 'width', kind: 'choice', options: ['FULL', '960PX'] },
      { name: 'logo', kind: 'text' },
      { name: 'favicon', kind: 'text' },
      { name: 'link', kind: 'text' },
      { name: 'customCSS', kind: 'css' },
    ],
  },
]
