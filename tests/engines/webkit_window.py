"""A window of WebKit for WebKitWebDriver: of any width, which MiniBrowser is not, and with what a visitor may refuse.

Arguments: width, height, folder of downloads, then "scripts" or "cookies" for what is refused.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

width, height, downloads, *refused = sys.argv[1:]


def open_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    # The driver needs scripts, so that only those of pages are refused.
    settings.set_enable_javascript_markup("scripts" not in refused)
    window = Gtk.Window(default_width=int(width), default_height=int(height))
    window.add(view)
    window.show_all()
    return view


def start_download(_context, download):
    download.connect(
        "decide-destination",
        lambda _download, name: download.set_destination(f"file://{downloads}/{name}"),
    )


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect(
    "automation-started",
    lambda _context, session: session.connect("create-web-view", open_view),
)
context.connect("download-started", start_download)
if "cookies" in refused:
    context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)
Gtk.main()
