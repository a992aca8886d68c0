"""What goes over the wire: the messages of the socket and the bodies of the HTTP interface.

Types only. Server, clients and the published reference are all made from them.
"""
