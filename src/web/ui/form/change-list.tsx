const longest = 120

const shown = (value: unknown): string =>
  value === undefined
    ? '–'
    : typeof value === 'string'
      ? value.slice(0, longest)
      : JSON.stringify(value).slice(0, longest)

interface FieldChangesProps {
  /** Of resources as the code of a project has them, which names fields by their paths. */
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[]
  readonly label: string
}

/** Fields of code as they are and as they become. */
export const FieldChanges = ({ changes, label }: FieldChangesProps) => (
  <ChangeList
    label={label}
    nameClass="mono"
    changes={changes.map(({ path, before, after }) => ({ name: path, before: shown(before), after: shown(after) }))}
  />
)

interface ChangeListProps {
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  readonly label: string
  readonly nameClass?: string
}

/** Values as they are and as they become. */
export const ChangeList = ({ changes, label, nameClass = '' }: ChangeListProps) => (
  <dl className="pad stack" aria-label={label}>
    {changes.map(({ name, before, after }, place) => (
      <div key={`${place} ${name}`}>
        <dt className={`label ${nameClass}`}>{name}</dt>
        <dd className="mono small anywhere">
          <del className="fail">{before}</del> <ins className="pass">{after}</ins>
        </dd>
      </div>
    ))}
  </dl>
)
