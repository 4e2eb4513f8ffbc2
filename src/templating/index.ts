// Renders {{NAME}} in strings that users write: URLs, headers, bodies and alert templates.
// Takes a template, its variables, the time and the source of random values.
// Returns the rendered string, or a message about a mistake in the template.
export { escapeHtml } from './encode.ts'
export type { Encoding } from './encode.ts'
export type { TemplateValue } from './template-tree.ts'
export { findTemplateProblem, templateVariables } from './find-template-problem.ts'
export { renderTemplate } from './render-template.ts'
export type { RenderSettings, Rendered, TemplateVariables } from './render-template.ts'
export { renderRequest } from './render-request.ts'
export type { TemplateChance } from './render-request.ts'
