import type { SentenceCode } from '#contract/reasons'

export const template: Readonly<Record<SentenceCode<'template'>, string>> = {
  OF_FIELD: 'request.{field}: {reason}',
  NO_PARTIALS: 'Partials und Decorators gibt es in Vorlagen nicht.',
  ONE_VALUE: '#{name} nimmt genau einen Wert.',
  NO_HELPER: 'Es gibt keinen Helfer mit dem Namen „{name}“.',
  HELPER_VALUES: 'Der Helfer „{name}“ nimmt {expected} Werte, nicht {count}.',
  NO_MOMENT: '„{text}“ ist weder ein Datum noch eine Angabe wie „2 days ago“.',
  NO_NAMED_VALUES: 'Benannte Werte (name=value) gibt es in Vorlagen nicht.',
  NO_SUCH_EXPRESSION: 'Diesen Ausdruck gibt es in Vorlagen nicht.',
  COMPARE_KNOWS: 'compare kennt {list}, nicht „{name}“.',
  TEMPLATE_TOO_LONG: 'Die gefüllte Vorlage ist länger als 1 MB.',
  TEMPLATE_LOOPS: 'Die Vorlage enthält zu viele Schleifendurchläufe.',
  TEMPLATE_CHARACTERS: 'Eine Vorlage hat höchstens {count} Zeichen.',
  TEMPLATE_TAGS: 'Eine Vorlage hat höchstens {count} Tags.',
  TEMPLATE_PARENTHESES: 'Eine Vorlage hat höchstens {count} Klammern.',
  TEMPLATE_BLOCKS: 'Eine Vorlage hat höchstens {count} Blöcke.',
  TEMPLATE_INCOMPLETE: 'Die Vorlage ist unvollständig: {detail}.',
  TEMPLATE_UNREADABLE:
    'Die Vorlage ist in Zeile {line} bei „{text}“ nicht lesbar. Prüfen Sie ihre Klammern und Blockenden.',
}
