"""Writes a small drive by the field's own writers; FORM and OUT are set before. Every number is exact in float32."""

import json
from pathlib import Path

import numpy as np
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

START_NS = 1_700_000_000_000_000_000
STEP_NS = 100_000_000
ros1 = FORM.startswith('ros1')
store = get_typestore(Stores.ROS1_NOETIC if ros1 else Stores.ROS2_HUMBLE)
if ros1:
    store.register(get_types_from_msg('geometry_msgs/TransformStamped[] transforms', 'tf2_msgs/msg/TFMessage'))
T = store.types


def stamp(ns):
    return T['builtin_interfaces/msg/Time'](sec=ns // 10**9, nanosec=ns % 10**9)


def header(ns, frame):
    seq = {'seq': 0} if ros1 else {}
    return T['std_msgs/msg/Header'](stamp=stamp(ns), frame_id=frame, **seq)


def vector(x, y, z):
    return T['geometry_msgs/msg/Vector3'](x=float(x), y=float(y), z=float(z))


def turn(w, x, y, z):
    return T['geometry_msgs/msg/Quaternion'](w=float(w), x=float(x), y=float(y), z=float(z))


def transform(parent, child, ns, place, rotation):
    moved = T['geometry_msgs/msg/Transform'](translation=vector(*place), rotation=turn(*rotation))
    return T['geometry_msgs/msg/TransformStamped'](header=header(ns, parent), child_frame_id=child, transform=moved)


def tf(*transforms):
    name = 'tf2_msgs/msg/TFMessage'
    return name, T[name](transforms=list(transforms))


def cloud(frame, ns):
    dtype = np.dtype({'names': ['x', 'y', 'z', 'intensity', 'ring', 't'],
                      'formats': ['<f4', '<f4', '<f4', '<f4', '<u2', '<u4'],
                      'offsets': [0, 4, 8, 16, 20, 24], 'itemsize': 32})
    points = np.zeros(30, dtype)
    n = np.arange(30)
    points['x'], points['y'], points['z'] = n + frame, n * 0.5, -1.5
    points['intensity'], points['ring'], points['t'] = n / 32, n % 16, n * 3_000_000
    kinds = {'<f4': 7, '<u2': 4, '<u4': 6}
    fields = [T['sensor_msgs/msg/PointField'](name=name, offset=dtype.fields[name][1],
                                              datatype=kinds[dtype.fields[name][0].str], count=1)
              for name in dtype.names]
    name = 'sensor_msgs/msg/PointCloud2'
    return name, T[name](header=header(ns, 'lidar'), height=1, width=30, fields=fields, is_bigendian=False,
                         point_step=32, row_step=960, data=np.frombuffer(points.tobytes(), np.uint8), is_dense=True)


def image(frame, ns):
    pixels = (np.arange(8 * 4 * 3) * 7 + frame * 31).astype(np.uint8)
    name = 'sensor_msgs/msg/Image'
    return name, T[name](header=header(ns, 'camera'), height=4, width=8, encoding='bgr8', is_bigendian=0, step=24,
                         data=pixels)


def camera_info(ns):
    roi = T['sensor_msgs/msg/RegionOfInterest'](x_offset=2, y_offset=1, height=8, width=16, do_rectify=False)
    numbers = {'d': np.array([0.1, -0.05, 0.001, 0.002]), 'k': np.array([12.0, 0, 10, 0, 14, 5, 0, 0, 1]),
               'r': np.eye(3).ravel(), 'p': np.zeros(12)}
    if ros1:
        numbers = {key.upper(): value for key, value in numbers.items()}
    name = 'sensor_msgs/msg/CameraInfo'
    return name, T[name](header=header(ns, 'camera'), height=10, width=20, distortion_model='equidistant', binning_x=2,
                         binning_y=2, roi=roi, **numbers)


def messages():
    yield '/tf_static', START_NS, tf(
        transform('base_link', 'lidar', START_NS, (1, 0, 2), (1, 0, 0, 0)),
        transform('base_link', 'camera', START_NS, (1.5, 0.25, 1.5), (0.5, -0.5, 0.5, -0.5)))
    yield '/front/camera_info', START_NS, camera_info(START_NS)
    for frame in range(4):
        ns = START_NS + frame * STEP_NS
        yield '/tf', ns, tf(transform('odom', 'base_link', ns, (frame, 0, 0), (1, 0, 0, 0)))
        yield '/points', ns, cloud(frame, ns)
        yield '/front/image_raw', ns + STEP_NS // 4, image(frame, ns + STEP_NS // 4)


def write_ros1(compression):
    from rosbags.rosbag1 import Writer
    writer = Writer(OUT / 'drive.bag')
    if compression:
        writer.set_compression(getattr(Writer.CompressionFormat, compression))
    with writer:
        connections = {}
        for topic, ns, (name, message) in messages():
            if topic not in connections:
                connections[topic] = writer.add_connection(topic, name, typestore=store)
            writer.write(connections[topic], ns, store.serialize_ros1(message, name))


def write_ros2(plugin, mode):
    from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
    writer = Writer(OUT / 'drive', version=9, storage_plugin=getattr(StoragePlugin, plugin))
    if mode:
        writer.set_compression(getattr(CompressionMode, mode), CompressionFormat.ZSTD)
    with writer:
        connections = {}
        for topic, ns, (name, message) in messages():
            if topic not in connections:
                connections[topic] = writer.add_connection(topic, name, typestore=store)
            writer.write(connections[topic], ns, store.serialize_cdr(message, name))


def write_mcap(compression):
    from mcap.writer import CompressionType, Writer
    with open(OUT / 'drive.mcap', 'wb') as out:
        writer = Writer(out, chunk_size=2048, compression=getattr(CompressionType, compression))
        writer.start(profile='ros1' if ros1 else 'ros2', library='test')
        channels = {}
        for topic, ns, (name, message) in messages():
            if topic not in channels:
                text, _ = store.generate_msgdef(name, ros_version=1 if ros1 else 2)
                schema = writer.register_schema(name.replace('/msg/', '/') if ros1 else name,
                                                'ros1msg' if ros1 else 'ros2msg', text.encode())
                channels[topic] = writer.register_channel(topic, 'ros1' if ros1 else 'cdr', schema)
            data = bytes(store.serialize_ros1(message, name) if ros1 else store.serialize_cdr(message, name))
            writer.add_message(channels[topic], ns, data, ns)
        writer.finish()


_, kind, *how = FORM.split(' ')
{'bag': write_ros1, 'mcap': write_mcap, 'ros2bag': write_ros2}[kind](*[one if one != '-' else None for one in how])
print(json.dumps(None))
