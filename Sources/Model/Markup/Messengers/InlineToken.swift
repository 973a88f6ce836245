import Basics

