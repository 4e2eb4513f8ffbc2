import { Link } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'

const words = texts.checks

/** A list without a check says what to do, and has the button of whoever may. */
export function NoRows({ isFiltered }: { readonly isFiltered: boolean }) {
  const mayCreate = useMay('createUrlCheck')
  if (isFiltered)
    return (
      <Empty
        title={words.empty}
        action={
          <Button asChild>
            <Link to="/checks">{words.removeFilters}</Link>
          </Button>
        }
      >
        {words.emptyText}
      </Empty>
    )
  return (
    <Empty
      title={words.none}
      action={
        mayCreate && (
          <Button asChild>
            <Link to="/welcome">{words.addFirst}</Link>
          </Button>
        )
      }
    >
      {words.noneText}
    </Empty>
  )
}
