import { fieldsIn, listIn } from './hosted/answers.ts'
import type { Fields } from './hosted/answers.ts'

export interface TerraformResource {
  readonly type: string
  readonly values: Fields
}

const deepest = 50

/** The resources of a state file (`terraform.tfstate`), or of the output of `terraform show -json`; none in anything else. */
export function terraformResources(value: Fields): readonly TerraformResource[] {
  if (!('terraform_version' in value) && !('format_version' in value)) return []
  return [...ofState(value['resources']), ...ofModule(fieldsIn(value['values'])['root_module'], 0)]
}

const isManaged = ({ mode }: Fields): boolean => mode === 'managed'

/** `{ "mode": "managed", "type", "instances": [{ "attributes" }] }`. */
const ofState = (resources: unknown): readonly TerraformResource[] =>
  listIn(resources)
    .filter(isManaged)
    .flatMap(({ type, instances }) =>
      listIn(instances).map(({ attributes }) => ({ type: String(type), values: fieldsIn(attributes) })),
    )

/** `{ "resources": [{ "type", "values" }], "child_modules": [] }`. */
function ofModule(given: unknown, depth: number): readonly TerraformResource[] {
  if (depth > deepest) return []
  const module = fieldsIn(given)
  const own = listIn(module['resources'])
    .filter(isManaged)
    .map(({ type, values }) => ({ type: String(type), values: fieldsIn(values) }))
  return [...own, ...listIn(module['child_modules']).flatMap((one) => ofModule(one, depth + 1))]
}
