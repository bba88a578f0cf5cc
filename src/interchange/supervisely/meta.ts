import type { Attribute } from '../../model/attribute.ts'
import type { ExportSet } from '../core/exportSet.ts'

const COLOUR = '#808080'

/** meta.json of a project: its classes, and a tag for each attribute by name. */
export function projectMeta({ classes, tags }: Pick<ExportSet, 'classes' | 'tags'>): object {
  const attributes = [
    ...classes.list.flatMap(({ tagClass }) => tagClass.attributes),
    ...tags.flatMap((tag) => tag.attributes),
  ]
  return {
    classes: classes.list.map(({ name, index, tagClass }) => ({
      id: index + 1,
      title: name,
      shape: 'cuboid_3d',
      color: hexOf(tagClass.color),
      geometry_config: {},
      hotkey: '',
    })),
    tags: [...Map.groupBy(attributes, ({ name }) => name)].map(([name, same], index) => ({
      id: index + 1,
      name,
      ...valueType(same),
      color: COLOUR,
      hotkey: '',
      applicable_type: 'all',
      classes: [],
    })),
    projectType: 'point_cloud_episodes',
  }
}

/** Attributes of one name are one tag; where their types differ it is free text. */
function valueType(attributes: readonly Attribute[]): { value_type: string; values?: string[] } {
  const types = new Set(attributes.map(({ type }) => (type === 'multiselect' ? 'select' : type)))
  if (types.size > 1) return { value_type: 'any_string' }
  const [type] = types
  if (type === 'number') return { value_type: 'any_number' }
  if (type === 'text') return { value_type: 'any_string' }
  const values = type === 'boolean' ? ['true', 'false'] : [...new Set(attributes.flatMap(({ options }) => options))]
  return { value_type: 'oneof_string', values }
}

const hexOf = (color: string): string =>
  `#${(color.match(/\d+/g) ?? []).map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
