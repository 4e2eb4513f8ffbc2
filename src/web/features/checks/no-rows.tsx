import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { useMayCreateCheck } from './api.ts'

const late = lateTexts.checkList

/** A list without a check explains what to do, with a button if the role allows it. */
export function NoRows({ isFiltered }: { readonly isFiltered: boolean }) {
  const mayCreate = useMayCreateCheck()
  if (isFiltered)
    return (
      <Empty
        title={late.empty}
        action={
          <Button asChild>
            <Link to="/checks">{late.removeFilters}</Link>
          </Button>
        }
      >
        {late.emptyText}
      </Empty>
    )
  return (
    <Empty
      title={late.none}
      action={
        mayCreate && (
          <Button asChild>
            <Link to="/welcome">{late.addFirst}</Link>
          </Button>
        )
      }
    >
      {late.noneText}
    </Empty>
  )
}
