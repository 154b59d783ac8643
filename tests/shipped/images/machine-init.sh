#!/bin/sh
# Gives systemd a tree of control groups of its own, and none of the machine around it.
umount --recursive /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
exec /lib/systemd/systemd
