import { describeOmittedFields, updatable } from './describe-omitted-fields.ts'

describeOmittedFields(
  updatable.filter(
    ([name]) => name.startsWith('a check of') && !/AGENTIC|BROWSER|HEARTBEAT|MULTI_STEP|PLAYWRIGHT/.test(name),
  ),
)
