import { listIn, objectIn, textIn } from './read-detail.ts'

/** HTTP headers with their values. */
export const HeaderList = ({ headers }: { readonly headers: unknown }) => (
  <dl className="kv mono small">
    {Object.entries(objectIn(headers)).map(([name, value]) => (
      <Header key={name} name={name} value={textIn(value) ?? listIn(value).map(textIn).join(', ')} />
    ))}
  </dl>
)

const Header = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt className="anywhere">{name}</dt>
    <dd>{value}</dd>
  </>
)
