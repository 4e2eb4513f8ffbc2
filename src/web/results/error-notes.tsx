import { Note } from '../ui/note.tsx'

/** Errors one below the other: what they say first, and the rest as it is. */
export const ErrorNotes = ({ errors }: { readonly errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <div className="pad stack">
      {errors.map((error, index) => {
        const [first = '', ...more] = error.split('\n')
        return (
          <Note key={index} kind="failing">
            <div className="grow">
              <b className="anywhere">{first}</b>
              {more.length > 0 && <pre className="mono small multiline mt4">{more.join('\n').trim()}</pre>}
            </div>
          </Note>
        )
      })}
    </div>
  )
