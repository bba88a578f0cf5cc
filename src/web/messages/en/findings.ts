export const findingsTexts = {
  'finding.REQUIRED_ATTRIBUTE': '“{attribute}” is required',
  'finding.ARCHIVED_CLASS': 'The class of this object is archived. Choose another class.',
  'finding.SIZE.length': 'Length of {size} m; usual for this class: {usual} m',
  'finding.SIZE.width': 'Width of {size} m; usual for this class: {usual} m',
  'finding.SIZE.height': 'Height of {size} m; usual for this class: {usual} m',
  'finding.DUPLICATE': 'Two objects of the same class at the same place',
  'finding.OVERLAP': 'Two objects overlap heavily',
  'finding.SPEED_JUMP': 'The speed changes more than is physically plausible',
  'finding.SIZE_JUMP': 'The size changes from one frame to the next',
  'finding.HEADING_JUMP': 'The heading turns by more than 45° from one frame to the next',
  'finding.EMPTY_CUBOID':
    '{frames, plural, one {No points in this cuboid} other {No points in this cuboid in # frames}}',
  'finding.UNLABELLED_POINTS': '{points, plural, one {# point is} other {# points are}} unlabelled',
  'finding.EMPTY_INSTANCE': 'An instance without points',
  'finding.EMPTY_CLASS':
    '{more, plural, =0 {No points labelled as: {name}} other {No points labelled as: {name}, and # more classes}}',
  'finding.other': '{detail}',
} as const
