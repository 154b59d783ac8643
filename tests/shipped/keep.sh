#!/bin/sh
# First process of the engine's namespaces: mounts what a root needs, waits for the network, and serves Docker.
set -e
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
ip link set lo up
until ip address show tap0 2> /dev/null | grep -q 'inet '; do sleep 0.1; done
mkdir -p "$root/outside"
cd "$root"
# Not chroot, which containers would be entered beside.
pivot_root . outside
umount --lazy /outside
exec dockerd --cgroup-parent=/price-atlas-shipped
